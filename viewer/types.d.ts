// What Python and the component scripts exchange, and the objects that the scripts share.

/** `[id, tag, attributes, text, title]`, see viewer/boards/scene.py. */
type Shape = [id: string, tag: string, attributes: Record<string, string | number>, text?: string | null, title?: string];
type Size = [width: number, height: number];
type Patch = [panel: string, put: Shape[], gone: string[], size?: Size];
interface PanelData { id: string; title: string; width: number; height: number; seat: number | null; shapes: Shape[] }
interface Scene { panels: PanelData[] }
/** What one step changes in one place; undefined where nothing lies. */
type Change =
  | { panel: string; id: string; before: Shape | undefined; after: Shape | undefined; size?: undefined }
  | { panel: string; id: string; size: { before: Size; after: Size }; before?: undefined; after?: undefined };

/** Translations by English text; plural forms in the order one, few, other. */
interface Catalog { language: string; words: Record<string, string | string[]> }
type Values = Record<string, string | number | null | undefined>;

type Gain = [seat: number, points: number, source: string, rule: string, cells: string[]];
type Stage = [label: string, gains: Gain[]];
/** See viewer/replay/payload.py. */
interface Step {
  at: number; round: number; turn: number; seat: number | null; says: string; scores: (number | null)[];
  seconds: number | null; patches: Patch[]; stages: Stage[]; final: boolean;
}
type Round = [number: number, first: number, last: number];
type Link = [match: string, version: number | null];
interface Note {
  id: string; about: number; text: string; html: string; glyph: string | null; author: string; bookmark: boolean;
  marks: [at: string, to: string | null][];
}
interface Undone { at: number; after: number; seat: number | null; round: number; says: string; why: string }
interface Explored { base: number; since: number; line: number; to: number }
/** The events played after `since`, in place of those of the match at version `base`. */
interface Line { base: number; since: number; events: object[] }
/** See `explore` in viewer/routes/replay.py; `isWhole`: with all steps and not only those of the line. */
interface ExploreAnswer {
  line: Line | null; steps: Step[]; rounds: Round[]; lead_changes: number[]; result: string; is_open: boolean; to: number;
  live_record: LiveRecordData; isWhole: boolean;
}
/** See viewer/photos/payload.py. */
interface Photo {
  id: string; about: number | null; caption: string; width: number; height: number; small: string; full: string; moment: string;
}
interface GalleryData {
  match: string; principal: string; photos: Photo[]; writes: boolean; removes: boolean; at: number | "latest" | null; theme: string;
  title: string; catalog: Catalog;
}
interface ReplayData {
  revision: string; match: string; version: number; title: string; facts: string; result: string; names: string[]; marks: Shape[];
  symbols: string; scene: Scene; steps: Step[]; rounds: Round[]; lead_changes: number[]; undone: Undone[]; notes: Note[];
  is_open: boolean; explorable: boolean; explored?: Explored; parent?: Link | null; forks?: Link[];
  writes?: boolean; keeps?: boolean; photos?: Photo[]; left_out?: string;
}

/** `[taps, event as JSON, sentence, points]` */
type Move = [taps: string[], event: string, sentence: string, points: string];
/** `[name, label, number left, number that follows once these are gone, picture]`, see viewer/boards/chance_input.py. */
type Kind = [name: string, label: string, first: number, then: number, picture: Shape[]];
type Slot = [label: string, pool: string, size: number, needs: string, task: string];
interface Draws { slots: Slot[]; pools: Record<string, Kind[]> }
interface Sheet {
  label: string; final: string | null; open: boolean; proposed: number[]; together: boolean;
  scores: (number | null)[]; labels: string[]; lowest: boolean; sides: number[][];
  noted?: { label: string; points: (number | null)[] }; template: Template | null;
}
/** See core/sheet_template.py; defaults are left out. */
interface Category {
  name: string; formula?: "times" | "majority" | "sets"; factor?: number; table?: number[]; shared?: boolean; each?: "end" | "round";
}
interface Template { categories: Category[]; tie_break: string[] }
interface SheetEvent { type: string; entries?: string[]; label?: string; points?: (number | null)[]; seats?: number[] }
type TallyEvent = [round: number, sentence: string, seat: number, points: string, rule: string];
type Tally = [source: string, points: string[], events: TallyEvent[]];
interface Preview { event: string; patches: Patch[]; gains: [cell: string, points: string][] }
/** See viewer/live/payload.py. */
interface LiveRecordData {
  revision: string; match: string; version: number; title: string; round: number; state: "open" | "finished" | "closed";
  turn: number | "chance" | null; result: string; names: string[]; marks: Shape[]; points: string[]; winners: number[];
  symbols: string; scene: Scene; tapped: boolean; within: string[]; moves: Move[]; openings: string[];
  tasks: Tasks; pictures: Record<string, Shape[]>; draws: Draws | null; sheet: Sheet | null; tally: Tally[] | null;
  draft?: string; claim: { points: string[]; why: string } | null; last: LatestEvent[]; undone: string | null;
  preview?: Preview | null; records?: boolean; annotates?: boolean;
  /** The reader for whom the server made it. */
  principal?: string;
}
/** Instructions by the taps before them, see viewer/live/tasks.py. */
interface Tasks { says: string[]; after: Record<string, number> }
/** See viewer/training/page.py; the answer is packed. */
interface TrainingFile { positions: { name: string; live_record: LiveRecordData; answer: string }[]; catalog: Catalog }
/** See viewer/correction/move_picker.py. */
interface MovePickerData {
  live_record: LiveRecordData; catalog: Catalog;
  form: { name: "ruling" | "closing"; values: Record<string, string> } | null;
}
/** What the page tells the live record; the rest comes from the server. */
interface LiveMatchData { match: string; catalog: Catalog }
/** See viewer/people/picker.py; the id of a new person is empty. */
type PersonChoice = [id: string, name: string, label: string];
type ChosenPerson = [id: string, name: string];
interface PeopleData {
  label: string; kind: "one" | "several" | "seats"; new: boolean; most: number | null; people: PersonChoice[];
  chosen: ChosenPerson[]; revision: number; catalog: Catalog;
}
type LatestEvent = [version: number, seat: number | null, sentence: string, points: string];

/** What a person records or notes; `says` describes it to people. */
interface RequestBody {
  expected_version?: number; line?: string; lines?: string[]; drawn?: string[][]; deal?: boolean; action?: "keep";
  says?: string; about?: number | null; note?: string | null; withdrawn?: boolean; author?: string; text?: string; glyph?: string | null;
  bookmark?: boolean; marks?: { at: string; to: string | null }[];
}
/** A write as an HTTP request; `expected` is the version for `If-Match`. */
interface Write { method: "POST" | "PUT" | "DELETE"; path: string; body: object | null; expected: number | null }
/** `owner` is the principal that entered it. */
interface OutboxRequest extends Write { match: string; owner: string; key: string; order: string; request: RequestBody }
/**
 * `version` is that of the match with what was written; null where nothing was, or where it is not known. `content` is the
 * JSON of the response to what was written.
 */
interface OutboxResponse { kind: "done" | "refused" | "moved"; says: string; version?: number | null; content?: unknown }
/** A request that was taken from no sender; `principal` is the one that the server would take it from. */
interface Held { kind: "held"; says: string; principal: string | null }
type Exchange = [request: OutboxRequest, response: OutboxResponse];
type OutboxListener = (exchanges: Exchange[]) => void;
type Outbox = ReturnType<typeof import("./outbox.js").outboxFor>;
/** The response to what a person recorded or noted. */
type SentExchange = [request: RequestBody, response: OutboxResponse];
/** Where the live record puts what is entered; `waiting` has no response, or none whose effect is shown. */
interface Sender { readonly waiting: RequestBody[]; put(request: RequestBody): void }
interface FollowListener { entry(version: number): void; notes(): void; state(connected: boolean): void }

/** What Streamlit passes to the default export of a component. */
interface Component<Data> {
  parentElement: HTMLElement | ShadowRoot; data: Data;
  setStateValue: (name: string, value: unknown) => void;
}

type Store = ReturnType<typeof import("./replay/store.js").makeStore>;
type Cursor = ReturnType<typeof import("./replay/cursor.js").makeCursor>;
type Player = ReturnType<typeof import("./replay/cursor.js").makePlayer>;
type NoteStore = ReturnType<typeof import("./replay/notes.js").makeNoteStore>;
type Modes = ReturnType<typeof import("./replay/modes.js").makeModes>;
type Boards = ReturnType<typeof import("./replay/boards.js").makeBoards>;
type Panel = ReturnType<typeof import("./replay/boards.js").makePanel>;
type Notice = (text: string) => void;
/** How the address of the page names a moment of the match. */
interface Addresses {
  requestedVersion(): string | null; requestedMode(): string | null;
  addressAt(version: number, mode: string): URL; isAddressOf(match: string): boolean;
}

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

type LiveRecord = ReturnType<typeof import("./live/live_record.js").openLiveRecord>;
/** What shows a match that `live/live_match.js` reads: the live record or the screen. */
type LiveView = Pick<LiveRecord, "root" | "query" | "receive" | "show" | "refuse" | "leave">;
/** The files that the service worker of the live page keeps; addresses are relative to its script. */
declare const SHELL: { cache: string; pages: [live: string, screen: string]; files: string[] };
/** What differs between the replay in the viewer and in a file of its own, where no moves are tried out. */
interface Site {
  address: Addresses; openLiveRecord: typeof import("./live/live_record.js").openLiveRecord | null; server: ReplayServer | null;
}
/** What the replay asks of the server, and where it puts notes. */
interface ReplayServer extends Sender {
  keep(line: Line): void; explore(body: object): Promise<Response>;
  /** Without an effort a review is shown that is kept, and computed only where that is quick to ask for. */
  review(effort: string | null): Promise<Response>;
}
/** See viewer/replay/reviewed.py. */
interface ReviewedMistake {
  at: number; grade: string; sign: string; word: string; lost: string; cost: string; best: string; reason: string;
  ghost: [panel: string, shape: Shape, arrives: boolean][]; line: Line;
}
interface ReviewData {
  effort: string; deeper: string | null; why: string; sentence: string; wins: [version: number, wins: number[]][]; judged: number[];
  mistakes: ReviewedMistake[]; lucks: [version: number, says: string, title: string][];
  moments: [version: number, seat: number, sign: string, says: string][];
}
type ReviewStore = ReturnType<typeof import("./replay/review_store.js").makeReviewStore>;
/** Messages of the replay to Python, whose links and tables depend on them. */
interface Emit { settle: (version: number) => void; mode: (mode: string) => void }
/** A note being written; `note` is the id of the note it changes. */
interface Draft {
  note: string | null; about: number | null; glyph: string | null; bookmark: boolean; marks: Note["marks"];
}
interface FullDraft extends Draft { text: string }

interface CardPlayer { name: string; points: string; won: boolean }
interface CardData {
  id: string; title: string; facts: string; players: CardPlayer[]; picture: string; lead: number[]; state: string;
}
/** See viewer/html_block. */
type Part = string | [tag: string, attributes: Record<string, string | number>, children: Part[]];
type Picture = ReturnType<typeof import("./live/picture.js").makePicture>;
