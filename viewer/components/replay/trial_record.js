// The live record in which other moves are tried out, with a shadow root of its own, which isolates its styles.

import { find } from "../lib/elements.js";
import { gettext } from "../lib/language.js";

/**
 * It is opened where it is shown first, as it measures itself.
 * @param {HTMLElement} root
 * @param {Site["openLiveRecord"]} openLiveRecord
 * @param {Sender} sender
 * @param {(query: Query) => void} ask
 */
export function makeTrialRecord(root, openLiveRecord, sender, ask) {
  /** @type {LiveRecord | null} */
  let liveRecord = null;
  /** @type {ExploreAnswer | null} */
  let shown = null;
  const open = () => {
    if (!openLiveRecord) throw new Error("no live record to try moves out in");
    const host = hostIn(root);
    const opened = openLiveRecord(host, sender);
    find(host, ".line button").textContent = gettext("Try it");
    opened.query = ask;
    return opened;
  };
  return {
    /** @param {ExploreAnswer} answer */
    show(answer) {
      liveRecord ??= open();
      if (shown !== answer) liveRecord.show({ ...answer.live_record, draft: `explore ${answer.live_record.match}` });
      shown = answer;
    },
    /** @param {SentExchange[]} exchanges */
    receive: (exchanges) => liveRecord?.receive(exchanges),
    close() {
      liveRecord?.leave();
      liveRecord = shown = null;
    },
  };
}

/** @param {HTMLElement} root */
function hostIn(root) {
  const place = find(root, ".explored-record");
  const host = place.shadowRoot ?? place.attachShadow({ mode: "open" });
  const style = new CSSStyleSheet();
  const parts = find(/** @type {ParentNode} */ (root.parentNode), "template.live-record-parts", HTMLTemplateElement).content;
  style.replaceSync(find(parts, "style").textContent);
  host.adoptedStyleSheets = [style];
  host.replaceChildren(find(parts, "template").cloneNode(true));
  return host;
}
