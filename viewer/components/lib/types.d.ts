// The objects that the component scripts share, and what they send to Python. What Python sends: payloads.d.ts.

type Size = [width: number, height: number];
/** What one step changes in one place; undefined where nothing lies. */
type Change =
  | { panel: string; id: string; before: Shape | undefined; after: Shape | undefined; size?: undefined }
  | { panel: string; id: string; size: { before: Size; after: Size }; before?: undefined; after?: undefined };

type Values = Record<string, string | number | null | undefined>;

interface Explored { base: number; since: number; line: number; to: number }
/** `isWhole`: with all steps and not only those of the line. */
interface ExploreAnswer { isWhole: boolean }
/** A match from the server with what differs by reader, or in a file with its photos, and with the line while it is explored. */
interface ReplayData extends NotedReplay, Partial<ForReader>, Embedded { notes: Note[]; photos?: Photo[]; review?: ReviewData; explored?: Explored }

/** `principal` is the reader for whom the server made it; `unsent` of the latest events wait to be sent. */
interface LiveRecordData { principal?: string; unsent?: number }
interface SheetEvent { type: string; entries?: string[]; label?: string; points?: (number | null)[]; seats?: number[] }
/** What a person records or notes; `says` describes it to people, `preview` is what it would change on the boards. */
interface RequestBody {
  expected_version?: number; line?: string; lines?: string[]; drawn?: string[][]; deal?: boolean; action?: "keep";
  says?: string; preview?: Preview | null; about?: number | null; note?: string | null; withdrawn?: boolean; author?: string; text?: string; glyph?: string | null;
  bookmark?: boolean; marks?: { at: string; to: string | null }[];
}
/** A write as an HTTP request; `expected` is the version for `If-Match`. */
interface Write { method: "POST" | "PUT" | "DELETE"; path: string; body: object | null; expected: number | null }
/** `owner` is the principal that entered it. */
interface OutboxRequest extends Write { match: string; owner: string; key: string; order: string; request: RequestBody }
/**
 * `version` is that of the match with what was written; null where nothing was, or where it is not known. `content` is the
 * JSON of the response to what was written. `rulePage` is the address of the text of the rule that refused.
 */
interface OutboxResponse { kind: "done" | "refused" | "moved"; says: string; rulePage?: string; version?: number | null; content?: unknown }
/** A request that was taken from no sender; `principal` is the one that the server would take it from. */
interface Held { kind: "held"; says: string; principal: string | null }
type Exchange = [request: OutboxRequest, response: OutboxResponse];
type OutboxListener = (exchanges: Exchange[]) => void;
type Outbox = ReturnType<typeof import("./outbox.js").outboxFor>;
/** The response to what a person recorded or noted. */
type SentExchange = [request: RequestBody, response: OutboxResponse];
/** Where the live record puts what is entered; `waiting` has no response, or none whose effect is shown. */
interface Sender { readonly waiting: RequestBody[]; put(request: RequestBody): void }
/** `reset`: the log ends before the version that the page has, as an older backup was restored. */
interface FollowListener { entry(version: number): void; notes(): void; reset(): void; state(connected: boolean): void }

/** What Streamlit passes to the default export of a component. */
interface Component<Data> {
  parentElement: HTMLElement | ShadowRoot; data: Data;
  setStateValue: (name: string, value: unknown) => void;
}

type Store = ReturnType<typeof import("../replay/store.js").makeStore>;
type Cursor = import("../replay/cursor.js").Cursor;
type Player = ReturnType<typeof import("../replay/cursor.js").makePlayer>;
type NoteStore = ReturnType<typeof import("../replay/notes.js").makeNoteStore>;
type Modes = ReturnType<typeof import("../replay/modes.js").makeModes>;
type Boards = ReturnType<typeof import("../replay/boards.js").makeBoards>;
type Panel = ReturnType<typeof import("../replay/boards.js").makePanel>;
type Notice = (text: string) => void;
/** What the parts of a replay share. */
interface ReplayParts {
  root: HTMLElement; data: Store; cursor: Cursor; boards: Boards; modes: Modes; noteStore: NoteStore; review: ReviewStore; notice: Notice;
}
/** How the address of the page names a moment of the match. */
interface Addresses {
  requestedVersion(): string | null; requestedMode(): string | null;
  addressAt(version: number, mode: string): URL; isAddressOf(match: string): boolean;
}

/** An event of a text field. */
type InputOf<Field extends HTMLElement = HTMLInputElement> = Event & { target: Field };
interface Point { x: number; y: number }
/** A rectangle; `lean` replaces it as outline for a piece that lies askew. */
interface Box {
  x: number; y: number; width: number; height: number;
  lean?: { middle: Point; rx: number; ry: number; angle: number };
}
/** The query of the live record to Python: the moves that begin with these taps, and the preview of a move. */
interface Query { within: string[]; line: string | null }
interface Choice {
  tapped: string[]; moves: Move[]; within: string[]; openings: string[]; pictures: Record<string, Shape[]>; tasks: Tasks;
  move: Move | null; next: Map<string, Move | null>;
  tap(tap: string): void; back(): void; pick(move: Move): void; update(data: LiveRecordData): void;
}

type LiveRecord = import("../live/live_record.js").LiveRecord;
/** What shows a match that `live/live_match.js` reads: the live record or the screen. */
type LiveView = Pick<LiveRecord, "root" | "query" | "receive" | "show" | "refuse" | "leave">;
/** Written before the service worker of a pocket by its build: every file with its digest. */
declare const BUILT: { version: string; files: Record<string, string> };
/** The files that the service worker of the live page keeps; addresses are relative to its script. */
declare const SHELL: { cache: string; pages: [live: string, screen: string]; files: string[] };
/** What differs between the replay in the viewer and in a file of its own, where no moves are tried out. */
interface Site {
  address: Addresses; openLiveRecord: typeof import("../live/live_record.js").openLiveRecord | null; server: ReplayServer | null;
  /** Where reviews come from if not from the server. */
  reviewer?: Pick<ReplayServer, "review"> | null;
}
/** What the replay asks of the server, and where it puts notes. */
interface ReplayServer extends Sender {
  keep(line: Line): void; explore(body: object): Promise<Response>;
  /** Without an effort a review is shown that is kept, and computed only where that is quick to ask for. */
  review(effort: string | null): Promise<Response>;
  /** The moments of the review that can be asked as questions. */
  again(): Promise<Response>;
}
type ReviewStore = ReturnType<typeof import("../replay/review_store.js").makeReviewStore>;
/** Messages of the replay to Python, whose links and tables depend on them. */
interface Emit { settle: (version: number) => void; mode: (mode: string) => void }
/** A note being written; `note` is the id of the note it changes. */
interface Draft {
  note: string | null; about: number | null; text: string; glyph: string | null; bookmark: boolean; marks: Note["marks"];
}

/** See viewer/look/element.py. */
type Part = string | [tag: string, attributes: Record<string, string | number>, children: Part[]];
type Picture = import("../live/picture.js").Picture;

/** The page of a play; `Part` has no type in Python. */
interface PlayData {
  match: string; version: number; principal: string; parts: Part[]; photos: GalleryData | null; notes: Note[]; writes: boolean;
  editing: EditingData | null; catalog: Catalog; result: string;
}

/** The rest of a live record comes from the server; `Part` has no type in Python. */
interface LiveMatchData { match: string; head: Part[]; faces: Part[]; before: Part[]; table: LiveRecordData | null; principal: string; catalog: Catalog }

/** A list that can be sorted and searched; `Part` has no type in Python. */
interface SortableListData {
  name: string; sorted_by: number; limit: number; aside: Part[];
  columns: { label: string; order: string; is_first_high: boolean; kind: string }[];
  rows: { cells: Part[]; keys: (string | number | null)[]; text: string }[];
  words: { label: string; find: string; nothing: string; sort: string; all: string };
}

/** The form of a new match. */
type How = NewTitle["how"];
type WinRule = NewTitle["wins"];
type Value = string | number | boolean;
