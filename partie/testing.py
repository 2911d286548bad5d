"""The laws of games and boards, for the tests of a package: `laws_of(game, board=..., sample=...)`.

```
@pytest.mark.parametrize("law", laws_of(my_game, board=my_board), ids=str)
def test_the_game_keeps_the_law(law: Law) -> None:
    law()
```
"""

from viewer.conformance.samples import Case, Sample, SimulatedMatch
from viewer.conformance.suite import Law, laws_of

__all__ = ["Case", "Law", "Sample", "SimulatedMatch", "laws_of"]
