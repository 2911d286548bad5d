// Written by `make payloads` from the types of what Python sends; do not edit.

type Shape = [string, string, Record<string, string | number>, (string | null)?, string?];
type Patch = [string, Shape[], string[], [number, number]?];
type ReviewAnswer = ReviewData | ReviewProgress | NoReview | OfferedReview;

// viewer/answers/replay
/** The match with the line, null without moves; `to` is its last version. */
interface ExploreAnswer {
  steps: Step[];
  rounds: Round[];
  lead_changes: number[];
  result: string;
  is_open: boolean;
  line: Line | null;
  to: number;
  live_record: LiveRecordData;
}

// viewer/answers/review
/** While it is computed: the events that are done, of all. */
interface ReviewProgress {
  done: number;
  all: number;
}
/** A sentence. */
interface NoReview {
  why_not: string;
}
/** The reader may ask for it. */
interface OfferedReview {
  offered: true;
}
/** Moments that can be asked as questions, and tables where that is not known yet but searched. */
type TryAgain = [moments: number, left: number];

// viewer/boards/chance_input
/** `first`: number left; `then`: number that follows once these are gone. */
type Kind = [name: string, label: string, first: number, then: number, picture: Shape[]];
/** A place to fill; `task` is never empty. */
type Slot = [label: string, pool: string, size: number, needs: string, task: string];
/** The kinds of each pool by its name. */
interface Draws {
  slots: Slot[];
  pools: Record<string, Kind[]>;
}

// viewer/boards/scene
/** `seat` is null for a panel shared by all seats. */
interface PanelData {
  id: string;
  title: string;
  width: number;
  height: number;
  seat: number | null;
  shapes: Shape[];
}
/** All panels in layout order. */
interface Scene {
  panels: PanelData[];
}

// viewer/components/live/payload
/** The points of one rule in one event, as text, with the address of the text of the rule. */
type TallyEvent = [round: number, sentence: string, seat: number, points: string, rule_page: string];
/** The points from one source, by seat, and the events that brought them. */
type Tally = [source: string, points: string[], events: TallyEvent[]];
/** A legal move: its taps (see `viewer.boards.Tappable`), the event as JSON, points as text. */
type Move = [taps: string[], event: string, sentence: string, points: string];
/** Legal moves that differ in one number: the first as JSON, the field, the words around it, its values. */
type NumberMoves = [event: string, field: string, before: string, after: string, values: number[]];
/** Its own points as text, for an event of a seat; `scored`: the scorings that followed, with the points of all. */
type LatestEvent = [version: number, seat: number | null, sentence: string, points: string, scored: string[]];
/** The result noted by the players, where it is another. */
interface Claim {
  points: string[];
  why: string;
}
/** Points as text, and where on the board they are shown. */
type CellGain = [cell: string, points: string];
/** The changes of a move, an event as JSON. */
interface Preview {
  event: string;
  patches: Patch[];
  gains: CellGain[];
}
/**
 * `revision` is a digest of all the rest of the table; `turn` is null for a score sheet, which has no turns.
 *
 * `tapped`: moves are tapped, not picked from a list. `moves` and `openings` begin with the taps `within`. `pictures`:
 * by the words of a choice. `tally`: points by source, once the match is over. `last`: the latest events, the newest
 * first. `undone`: the last event taken back that can be restored, as JSON. `records`: whether the reader may record.
 * `so_far`: the recorded rounds of a sheet. `draft`: what is entered belongs to, where it is not the match.
 */
interface LiveRecordData {
  revision: string;
  match: string;
  version: number;
  title: string;
  round: number;
  state: "open" | "finished" | "closed";
  turn: number | "chance" | null;
  actors: number[];
  result: string;
  names: string[];
  marks: Shape[];
  points: string[];
  winners: number[];
  symbols: string;
  scene: Scene;
  tapped: boolean;
  within: string[];
  moves: Move[];
  numbers: NumberMoves[];
  tasks: Tasks;
  openings: string[];
  pictures: Record<string, Shape[]>;
  draws: Draws | null;
  sheet: Sheet | null;
  tally: Tally[] | null;
  claim: Claim | null;
  last: LatestEvent[];
  undone: string | null;
  preview?: Preview | null;
  records?: boolean;
  so_far?: Part[];
  draft?: string;
}

// viewer/components/live/sheet
/** See `core.sheet_template.Category`. */
interface Category {
  name: string;
  formula: "times" | "majority" | "sets" | "bids";
  factor: number;
  table: number[];
  shared: boolean;
  each: "end" | "round";
  zero_sum: boolean;
}
/** See `core.sheet_template.Round`. */
interface RoundRule {
  name: string;
  factor: number;
  categories: string[];
}
/** The categories, the names of those that break a tie, and the rounds with rules of their own. */
interface Template {
  categories: Category[];
  tie_break: string[];
  rounds: RoundRule[];
}
/** A recorded line by its version; final points have no label. `entries`: what was written, where that is kept. */
interface SheetLine {
  row: number;
  label: string;
  points: (number | null)[];
  entries: string[];
}
/**
 * A score sheet: its lines, the default label of the next one, that of final points where they can still be noted.
 *
 * `proposed`: the winners by points; `sides`: the seats that win together.
 */
interface Sheet {
  label: string;
  final: string | null;
  open: boolean;
  proposed: number[];
  together: boolean;
  scores: (number | null)[];
  lines: SheetLine[];
  lowest: boolean;
  template: Template | null;
  sides: number[][];
}

// viewer/components/live/tasks
/** `after`: the index in `says` by the taps before it, joined by line breaks, without those with the prefix `+`. */
interface Tasks {
  says: string[];
  after: Record<string, number>;
}

// viewer/components/move_picker
/** A form with its values as text. */
interface Form {
  name: "ruling" | "closing";
  values: Record<string, string>;
}
/** Shows the form in place of the table. */
interface MovePickerData {
  live_record: LiveRecordData;
  catalog: Catalog;
  form: Form | null;
}

// viewer/components/new_match
/** An option of a game; `choices` are values with their labels, of a choice only, and the bounds of a number. */
interface OptionField {
  name: string;
  label: string;
  kind: "choice" | "switch" | "text" | "number";
  value: string | number | boolean;
  choices: [string | number | boolean, string][];
  least: number | null;
  most: number | null;
}
/**
 * A title to choose. `about` are its categories or how it is recorded, `end` says why it is offered.
 *
 * `names` are other titles that it is found by. `emblem` is an element, or what one is made of in `shapes`: the number
 * of the shape, that of the pair of colors, and the letters. `hows` are the ways to record it, `how` the usual one.
 * `fields` are the options of a game with rules, `roles` the kinds of roles that its sheet names, with their words.
 * `has_start`: seat 0 starts.
 */
interface NewTitle {
  key: string;
  label: string;
  names: string[];
  about: string;
  end: string;
  emblem: unknown;
  hows: ("moves" | "winner" | "sheet" | "rounds" | "final" | "places")[];
  how: "moves" | "winner" | "sheet" | "rounds" | "final" | "places";
  wins: "highest" | "lowest" | "together";
  fields: OptionField[];
  roles: [string, string][];
  is_played: boolean;
  has_start: boolean;
}
/** The form as an earlier match leaves it; `match` is its id. */
interface FormPreset {
  match: string;
  key: string;
  how: "moves" | "winner" | "sheet" | "rounds" | "final" | "places";
  options: Record<string, string | number | boolean>;
  chosen: ChosenPerson[];
}
/**
 * The outcome of what was sent: the match and the way to it, or a sentence and the field it is about.
 *
 * `number` tells two outcomes apart; `since` is the version of the result of a match that is saved with it, else 0.
 */
interface NewOutcome {
  number: number;
  match: string;
  href: string;
  since: number;
  says: string;
  at: string;
}
/** `shapes`: emblems without color and letters; `preset`: what the address asks for; `place`: the one proposed. */
interface NewMatchData {
  titles: NewTitle[];
  shapes: unknown[];
  people: PeopleData;
  preset: FormPreset | null;
  place: string;
  places: string[];
  outcome: NewOutcome | null;
  principal: string;
  catalog: Catalog;
}

// viewer/components/people/picker
/** A person with the label of the choice; the id of a new person is empty. */
type PersonChoice = [id: string, name: string, label: string];
/** A person in the order chosen. */
type ChosenPerson = [id: string, name: string];
/** The people of the last table, whom one tap on the words chooses. */
type Same = [words: string, people: ChosenPerson[]];
/**
 * `faces` are elements (viewer/look/element.py) by id. A new `revision` replaces what was chosen in the browser.
 *
 * `has_start`: seat 0 starts; otherwise it does only where the start player was drawn.
 */
interface PeopleData {
  label: string;
  kind: "one" | "seats";
  new: boolean;
  most: number | null;
  people: PersonChoice[];
  faces: Record<string, unknown>;
  chosen: ChosenPerson[];
  revision: number;
  has_start: boolean;
  same: Same | null;
  catalog: Catalog;
}

// viewer/components/photos
/** `writes` and `removes`: rights of the reader; `at`: where new photos belong, see `gallery`. */
interface GalleryData {
  match: string;
  principal: string;
  photos: Photo[];
  writes: boolean;
  removes: boolean;
  at: number | "latest" | null;
  title: string;
  catalog: Catalog;
}

// viewer/components/photos/payload
/**
 * `about` is the version of the event and `moment` its sentence, empty for a photo of the whole match.
 *
 * `small` and `full` are addresses.
 */
interface Photo {
  id: string;
  about: number | null;
  caption: string;
  width: number;
  height: number;
  small: string;
  full: string;
  moment: string;
}
/** The photos of a page that stands alone, and a sentence on those that it leaves out; nothing without photos. */
interface Embedded {
  photos?: Photo[];
  left_out?: string;
}

// viewer/components/play/details
/**
 * A detail as it is typed (`viewer.texts.play_details.write_detail`), of the play (`seat` None) or of a seat.
 *
 * `choices` are values with their words, for one that is chosen; `words` are suggestions, in a list for each part.
 */
interface Detail {
  name: string;
  seat: number | null;
  label: string;
  value: string;
  choices: [string, string][];
  is_list: boolean;
  words: string[];
}

// viewer/components/play/editing
/**
 * The present values of a play. `names` are by seat; `sides` are the seats that win together; the texts of the
 * header are empty and `length`, in minutes, is None where they are not known. `people` and `places` are suggestions.
 * `details` are only those that the page shows as values.
 */
interface EditingData {
  match: string;
  version: number;
  principal: string;
  names: string[];
  lines: SheetLine[];
  winners: number[];
  sides: number[][];
  title: string;
  date: string;
  place: string;
  length: number | null;
  people: string[];
  places: string[];
  details: Detail[];
}

// viewer/components/replay/component
/** `first` is what the component shows at first, as JSON; `principal` is the reader, as the server names it. */
interface FirstReplayData {
  match: string;
  first: string;
  principal: string;
  catalog: Catalog;
}

// viewer/components/replay/exploring
/** A line as the browser keeps it. */
interface Line {
  base: number;
  since: number;
  events: Record<string, unknown>[];
}

// viewer/components/replay/for_reader
/** A moment of a match, or its end. */
type Link = [match: string, version: number | null];
/** `parent` is the match it was forked from; `writes`: the reader may write notes; `keeps`: lines as forks. */
interface ForReader {
  notes: Note[];
  photos: Photo[];
  parent: Link | null;
  forks: Link[];
  writes: boolean;
  keeps: boolean;
}

// viewer/components/replay/notes
/** A place on the board, and another that an arrow leads to. */
type Mark = [at: string, to: string | null];
/** `about` is the version of the event, `text` is Markdown. */
interface Note {
  id: string;
  about: number;
  text: string;
  html: string;
  glyph: string | null;
  author: string;
  marks: Mark[];
  bookmark: boolean;
}

// viewer/components/replay/payload
/** Points with the address of the text of their rule, and the cells of the board that they are for. */
type Gain = [seat: number, points: number, source: string, rule_page: string, cells: string[]];
/** A stage inside one event that brings points. */
type Stage = [label: string, gains: Gain[]];
/**
 * `turn` is its number within the round, 0 for chance; `seat` acted; `seconds` since the event before.
 *
 * `scoring`: that of a round or of the end, or a stage, with the version of the last move; null: the event itself.
 * `more`: the next step is of a choice made at once with this one, so both are shown together.
 */
interface Step {
  at: number;
  round: number;
  turn: number;
  seat: number | null;
  says: string;
  scores: (number | null)[];
  seconds: number | null;
  patches: Patch[];
  stages: Stage[];
  scoring: "round" | "final" | "stage" | null;
  more?: boolean;
}
/** The title as it is shown, with which the facts begin, and as links name it. */
type Game = [shown: string, title: string];
/** `first` and `last` are indexes of steps. */
type Round = [number: number, first: number, last: number];
/** A match with its notes. */
interface NotedReplay {
  steps: Step[];
  rounds: Round[];
  lead_changes: number[];
  result: string;
  is_open: boolean;
  match: string;
  version: number;
  title: string;
  game: Game;
  facts: string;
  names: string[];
  marks: Shape[];
  symbols: string;
  scene: Scene;
  undone: Undone[];
  fewest_points_win: boolean;
  explorable: boolean;
  revision: string;
  notes: Note[];
}

// viewer/components/replay/reviewed
/** A piece of the better move, where it would lie or be taken from. */
type Ghost = [panel: string, shape: Shape, arrives: boolean];
/** The chances to win after an event, by seat. */
type Wins = [version: number, wins: number[]];
/**
 * `lost` is a signed percentage, `line` the best move with its continuation; the rest are words and sentences.
 *
 * `reason` is empty where nothing explains the loss.
 */
interface Mistake {
  at: number;
  grade: "best" | "good" | "inaccuracy" | "mistake" | "blunder";
  sign: string;
  word: string;
  lost: string;
  cost: string;
  best: string;
  reason: string;
  ghost: Ghost[];
  line: Line;
}
/** A draw; the title is empty where it is not known whom it favored. */
type Luck = [version: number, says: string, title: string];
/** A key moment; the sign is empty for luck. */
type Moment = [version: number, seat: number, sign: string, says: string];
/**
 * `why` moves are not judged, or empty; `sentence`: the chances in words; `judged`: versions of judged moves.
 *
 * `deeper` is a larger effort that the reader may ask for.
 */
interface ReviewData {
  effort: "quick" | "normal" | "deep";
  why: string;
  sentence: string;
  wins: Wins[];
  judged: number[];
  mistakes: Mistake[];
  lucks: Luck[];
  moments: Moment[];
  deeper?: "quick" | "normal" | "deep" | null;
}

// viewer/components/replay/undone
/** `after` is the version of the effective event before it. */
interface Undone {
  seat: number | null;
  round: number;
  says: string;
  at: number;
  after: number;
  why: string;
}

// viewer/locale/language
/** The catalog of a component: translations by English text; plural forms in the order one, few, other. */
interface Catalog {
  language: string;
  words: Record<string, string | string[]>;
}

// viewer/pages/login
/** `isIn` and `byProvider`: logged in, by the provider; `to`: the next page, or empty. */
interface LoginData {
  isIn: boolean;
  byProvider: boolean;
  to: string;
  catalog: Catalog;
}
