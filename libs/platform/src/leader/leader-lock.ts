export interface Leadership {
  /** Resolves with the reason once another program may hold it; never after `release`. */
  readonly whenLost: Promise<string>;
  /** Resolves even if releasing fails. */
  release(): Promise<void>;
}

/** Elects one leader among all programs that share a log: the leader runs timers, updates views, and calls providers. */
export abstract class LeaderLock {
  /** Undefined when another program leads. Rejects when that can’t be determined. */
  abstract tryToLead(): Promise<Leadership | undefined>;
}

/** For a locked data folder, where no other program can lead. */
export class SingleProcessLock extends LeaderLock {
  tryToLead(): Promise<Leadership> {
    return Promise.resolve({ whenLost: new Promise<string>(() => {}), release: () => Promise.resolve() });
  }
}
