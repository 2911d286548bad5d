// Trying out: from the step shown, other moves are played at a table of its own. Python keeps the line so played and
// tells a match that holds it; nothing of it is written before somebody keeps it.

const SIDE = "explore";

function makeExplore(root, data, cursor, boards, modes, notice, tell) {
  const says = root.querySelector(".explore .tries");
  const [keep, discard] = ["keepLine", "discardLine"].map((name) => root.querySelector(`[data-command=${name}]`));
  const post = makePost(tell.tried);
  let table = null;
  let told = null;  // What Python told last, and what of it the table shows.
  let shown = null;
  let answered;
  const open = () => {
    const desk = root.querySelector(".desk");
    const host = desk.shadowRoot ?? desk.attachShadow({ mode: "open" });
    const style = new CSSStyleSheet();
    style.replaceSync(TABLE.css);
    host.adoptedStyleSheets = [style];
    host.innerHTML = TABLE.html;
    table = openTable(host);
    host.querySelector(".line button").textContent = say("Try it");
    table.send = tell.tried;
    table.ask = tell.asked;
  };
  const close = () => {
    post.stop();
    table?.leave();
    table = shown = null;
  };
  // The table is shown where it lies in sight, as it measures itself, or where nothing of it can be tapped.
  const show = () => {
    if (!told || modes.now !== SIDE) return close();
    const isHere = told.table.version === data.steps[cursor.at].at;
    root.classList.toggle("lit", isHere && told.table.turn !== null);
    if (shown === told || (!isHere && told.table.answer?.key === answered)) return;
    if (!table) open();
    shown = told;
    table.show(told.table);
  };
  const follow = () => {
    const moves = data.explored?.line ?? 0;
    discard.hidden = !moves;
    keep.hidden = !moves || !data.keeps;
    says.textContent = moves ? tried(moves, data) : invitation(data, cursor.at);
    boards.view(modes.now === SIDE ? data.steps[cursor.at + 1]?.seat ?? null : null);
    show();
  };
  const wish = (wanted) => () => { if (!post.pending) post.send({ wish: wanted }); };
  cursor.follow(() => { if (modes.now === SIDE) follow(); });
  modes.follow((mode) => {
    if (mode !== SIDE) told = null;
    follow();
  });
  return {
    keepLine: wish("keep"),
    discardLine: wish("discard"),
    hear(now) {
      told = now;
      const answer = told?.table.answer;
      const to = answer && answer.key !== answered ? data.stepOf(told.to) : -1;
      if (to >= 0) cursor.go(to);
      if (modes.now === SIDE) follow();
      if (!answer) return;
      answered = answer.key;
      table?.answered(answer);  // Also where the table is of another moment and is not shown anew.
      if (post.hears(answer.key) && answer.says) notice(answer.says);
    },
    leave: close,
  };
}

function tried(moves, data) {
  const from = data.steps[data.stepOf(data.explored.since)];
  return sayMany("{number} move tried from {place} on", "{number} moves tried from {place} on", moves,
    { place: placeInMatch(from) || say("the start") });
}

function invitation({ steps }, at) {
  return at === steps.length - 1 ? say("Play on from here, or step back to where it could have gone another way.")
    : say("Play another move from here; nothing is written.");
}
