/** Protocol of socket.io at `/live`. */
export interface LiveToServer {
  /** Subscribes to these views. Returns the ordinal up to which updates were sent, and the names that are no views. */
  watch: (views: readonly string[], answer: (body: WatchAnswer) => void) => void;
  /** Whether this tab’s sound is on: only then it counts as reachable. Acknowledged with the same value once the server has recorded it. */
  bell: (unlocked: boolean, answer?: (isCounted: boolean) => void) => void;
}
export interface WatchAnswer {
  readonly ordinal: number;
  readonly now: string;
  /** Absent: all of them are views. */
  readonly refused?: readonly RefusedView[];
}
export interface RefusedView {
  readonly view: string;
  readonly code: 'request.unknown_view';
  readonly detail: string;
}
export interface LiveToBrowser {
  /** A row changed; `row` null: removed. `ordinal` orders changes; an older one than what is shown is dropped. */
  row: (change: { view: string; id: string; row: unknown; ordinal: number }) => void;
  /** Plays the sound. The tab answers `true` within 5 seconds if it did; otherwise it counts as absent. */
  page: (page: RingingPage, answer: (hasPlayed: boolean) => void) => void;
  /**
   * All pages that ring for this person in browser tabs: after each connect, when one ends, and, while the sound is off, when one begins. Replaces
   * the tab’s state, so that after a reload or lost connection exactly the active pages ring.
   */
  ringing: (pages: readonly RingingPage[]) => void;
  /** Rows of these views, and the history, have changed retroactively: a text was redacted. Displayed ones are read again. */
  madeAnew: (body: { views: readonly string[] }) => void;
  /** The projector’s position, at most once a second. */
  position: (body: { ordinal: number; now: string }) => void;
  /** The session ended, or the person was disabled. */
  signedOut: () => void;
}
export interface RingingPage {
  readonly pageId: string;
  readonly groupId: string;
  readonly number: number;
  readonly title: string;
  readonly urgency: 'high' | 'low';
  /** Shown without a sound. */
  readonly quiet: boolean;
  readonly cause: string;
  readonly test: boolean;
  readonly serviceName: string | null;
  /** Id of the bundle: its pages ring once together. Absent: a single page. */
  readonly ring?: string;
  /** Id of who asks, for a page from a person; `takeOver`: to take the alert group over. */
  readonly asks?: { readonly by: string; readonly takeOver: boolean };
  /** Number of further pages in the same message. */
  readonly more?: number;
  /** An update of a page that is shown, without a sound: what waits behind it, such as `and 4 more in Payments`. */
  readonly waiting?: string;
}
