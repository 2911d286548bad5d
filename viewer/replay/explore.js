// Trying out: from the step shown, other moves are played at a table of its own. Python keeps the line so played and
// tells a match that holds it; nothing of it is written before somebody keeps it.

const SIDE = "explore";

function makeExplore(root, data, cursor, modes, notice, tell) {
  const says = root.querySelector(".explore .tries");
  const [keep, discard] = ["keepLine", "discardLine"].map((name) => root.querySelector(`[data-command=${name}]`));
  let table = null;
  let told = null;
  let answered = null;
  const post = makePost(tell.tried);
  const light = () => {
    const isLit = modes.now === SIDE && told?.table.version === data.steps[cursor.at].at && told.table.turn !== null;
    root.classList.toggle("lit", isLit);
    const moves = data.explored?.line ?? 0;
    keep.hidden = discard.hidden = !moves;
    says.textContent = moves ? tried(moves, data) : invitation(data, cursor.at);
  };
  const wish = (wanted) => () => { if (!post.pending) post.send({ wish: wanted }); };
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
    table = null;
  };
  cursor.follow(light);
  modes.follow(light);
  return {
    keepLine: wish("keep"),
    discardLine: wish("discard"),
    hear(now) {
      told = now;
      if (!told) close();
      else {
        if (!table) open();
        table.show(told.table);
        const { answer } = told.table;
        if (answer && answer.key !== answered) {
          answered = answer.key;
          if (told.to !== null && data.stepOf(told.to) >= 0) cursor.go(data.stepOf(told.to));
          if (post.hears(answer.key) && answer.says) notice(answer.says);
        }
      }
      light();
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
