/** What goes over socket.io at `/live`. */
export interface LiveToServer {
  /** Join the rooms of these views. The answer says up to where the server has told. */
  watch: (views: readonly string[], answer: (answered: { ordinal: number; now: string }) => void) => void;
  /** This tab’s sound is unlocked (or not): only then it can be rung. Answered, with the same word, once the server counts it so. */
  bell: (unlocked: boolean, answer?: (counted: boolean) => void) => void;
}
export interface LiveToBrowser {
  /** A row changed; `row` null: removed. `ordinal` orders changes; an older one than what is shown is dropped. */
  row: (change: { view: string; id: string; row: unknown; ordinal: number }) => void;
  /** Ring. The tab answers `true` within 5 seconds when it did ring; otherwise it counts as not there. */
  page: (page: RingingPage, answer: (hasRung: boolean) => void) => void;
  /**
   * All pages that ring for this person in browser tabs: after each connect, when one ends, and, where the sound is locked, when one begins.
   * It replaces what the tab shows, so that a reload or a lost connection silences nothing and leaves nothing ringing.
   */
  ringing: (pages: readonly RingingPage[]) => void;
  /** Rows of these views, and the history, read otherwise now: a text was redacted. What is shown of them is read again. */
  madeAnew: (answered: { views: readonly string[] }) => void;
  /** The projector’s position, at most once a second. */
  position: (answered: { ordinal: number; now: string }) => void;
  /** The session ended, or the person was disabled. */
  signedOut: () => void;
}
export interface RingingPage {
  readonly pageId: string;
  readonly groupId: string;
  readonly number: number;
  readonly title: string;
  readonly urgency: 'high' | 'low';
  /** Told without ringing. */
  readonly quiet: boolean;
  readonly cause: string;
  /** It is a test. */
  readonly test: boolean;
  readonly serviceName: string | null;
  /** The message that it came with: all of one ring once. Absent: it came alone. */
  readonly ring?: string;
  /** How many more came with it. */
  readonly more?: number;
}
