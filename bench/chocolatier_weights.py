"""Write the network of chocolatier as whole numbers: core/games/chocolatier/evaluation/network.json."""

import json
from base64 import b64encode
from pathlib import Path
from zlib import compress

import numpy as np
from chocolatier_lines import EDGES
from chocolatier_network import JOINT, OUTPUTS, TOP

WEIGHTS = Path(__file__).parent.parent / "core/games/chocolatier/evaluation/network.json"
UNIT = 2048


def write(net) -> int:
    """The size of the file. A weight of 1 is `UNIT`, of two bytes."""
    boards, mid, table, joint, last = (np.clip(np.rint(part * UNIT), -32767, 32767).astype("<i2") for part in net)
    parts = {"boards": boards, "own": mid[:, :JOINT], "other": mid[:, JOINT:], "table": table, "joint": joint}
    assert joint.shape == (JOINT, TOP + OUTPUTS)
    read = {
        "unit": UNIT,
        "edges": EDGES.tolist(),
        "outputs": last.T.tolist(),
        **{
            name: {"lanes": part.shape[1], "weights": b64encode(compress(part.tobytes(), 9)).decode("ascii")}
            for name, part in parts.items()
        },
    }
    lines = [f'"{name}":{json.dumps(part, separators=(",", ":"))}' for name, part in read.items()]
    text = "{" + ",\n".join(lines) + "}\n"
    WEIGHTS.write_text(text, "utf-8")
    return len(text)
