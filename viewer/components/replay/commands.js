// What buttons and keys of the replay do.

import { find } from "../lib/elements.js";
import { gettext } from "../lib/language.js";
import { EXPLORE } from "./explore.js";
import { GLYPHS } from "./note_drafts.js";

/**
 * @param {Cursor} cursor
 * @param {Player} player
 * @param {Notice} notice
 */
export function makeSteps(cursor, player, notice) {
  const stepping = (/** @type {() => void} */ move) => () => {
    if (player.playing) player.pause();
    const before = cursor.at;
    move();
    if (cursor.hides && cursor.at === before && before === cursor.limit) notice(gettext("The next move is hidden; press r to reveal it."));
  };
  return {
    first: stepping(() => cursor.jump(0)),
    last: stepping(() => cursor.jump(cursor.last)),
    back: stepping(() => cursor.go(cursor.at - 1)),
    next: stepping(() => cursor.go(cursor.at + 1)),
    turnBack: stepping(() => cursor.turn(-1)),
    turnNext: stepping(() => cursor.turn(1)),
    roundBack: stepping(() => cursor.round(-1)),
    roundNext: stepping(() => cursor.round(1)),
    tenth: (/** @type {number} */ tenth) => cursor.jump((cursor.last * tenth) / 10),
    play: player.toggle,
    faster: () => player.faster(1.5),
    slower: () => player.faster(1 / 1.5),
  };
}

/**
 * @param {ReturnType<typeof import("./editor.js").makeEditor>} editor
 * @param {Notice} notice
 * @param {() => boolean} isPossible
 * @param {Modes} modes
 */
export function makeWriting(editor, notice, isPossible, modes) {
  const writing = (/** @type {(argument?: any) => void} */ write) => (/** @type {any} */ argument) => {
    if (!isPossible()) notice(gettext("Notes can only be read here."));
    else if (modes.now === EXPLORE) notice(gettext("Notes belong to played moves; leave Explore to write one."));
    else write(argument);
  };
  return {
    note: writing(editor.focus),
    bookmark: writing(editor.bookmark),
    judge: writing(editor.judge),
    judging: () => notice(gettext("A judgment: {choice}", { choice: GLYPHS.map((glyph, place) => `${place + 1} ${glyph}`).join("   ") })),
  };
}

/** @param {ReplayParts} parts @param {() => URL} here */
export function makeViews({ root, data, cursor, boards, noteStore, notice }, here) {
  let viewpoint = 0;
  return {
    viewpoint() {
      viewpoint = (viewpoint + 1) % (data.names.length + 1);
      boards.view(viewpoint ? viewpoint - 1 : null);
      notice(viewpoint ? gettext("The board of {name} stays large.", { name: data.names[viewpoint - 1] })
        : gettext("The board of the player to move is large."));
    },
    peek: (/** @type {boolean} */ held) => boards.draw(held ? Math.max(0, cursor.at - 1) : cursor.at),
    nextNote() {
      const next = data.steps.findIndex((step, at) => at > cursor.at && noteStore.at(step).length);
      if (next > 0 && next <= cursor.limit) cursor.jump(next);
      else notice(gettext("There is no note after this move."));
    },
    async copyLink() {
      const link = here();
      try {
        await navigator.clipboard.writeText(link.href);
        notice(gettext("The link to this moment was copied."));
      } catch {
        notice(link.href);  // Browsers have no clipboard without a secure connection; the reader can copy the text by hand.
      }
    },
    help: () => find(root, ".help", HTMLDialogElement).showModal(),
    closeHelp: () => find(root, ".help", HTMLDialogElement).close(),
  };
}
