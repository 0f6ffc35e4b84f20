/** Held until it is given up or lost. */
export interface Leadership {
  /** Resolves with the reason once it may be somebody else’s; never after `release`. */
  readonly lost: Promise<string>;
  /** Gives it up. Resolves in any case. */
  release(): Promise<void>;
}

/** Of all programs that share a log, one at a time leads: it decides by the clock, keeps views, and calls people. */
export abstract class LeaderLock {
  /** Undefined: somebody else leads. Rejects when that can’t be found out. */
  abstract tryToLead(): Promise<Leadership | undefined>;
}

/** Where the data folder is locked already, nobody else can lead. */
export class OnlyLeader extends LeaderLock {
  tryToLead(): Promise<Leadership> {
    return Promise.resolve({ lost: new Promise<string>(() => {}), release: () => Promise.resolve() });
  }
}
