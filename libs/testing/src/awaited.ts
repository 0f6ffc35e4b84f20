interface Waiting<T> {
  readonly predicate: (item: T) => boolean;
  readonly resolve: (item: T) => void;
}

/** Longer than the slowest machine needs, and shorter than a test’s timeout: what takes longer never comes. */
const patienceMs = 90_000;

/** A list that tests can wait on; it is event-driven and never polls. */
export class Awaited<T> {
  private readonly list: T[] = [];
  private readonly waiting = new Set<Waiting<T>>();

  /** `what` names an item in the message of a wait that timed out. */
  constructor(private readonly what: string) {}

  get items(): readonly T[] {
    return this.list;
  }

  add(item: T): void {
    this.list.push(item);
    for (const wait of this.waiting) if (wait.predicate(item)) wait.resolve(item);
  }

  /** The first matching item, present or future. Rejects after `timeoutMs` with the number of items that did not match. */
  async waitFor(predicate: (item: T) => boolean = () => true, timeoutMs = patienceMs): Promise<T> {
    const there = this.list.find(predicate);
    if (there !== undefined) return there;
    return new Promise((resolve, reject) => {
      const wait: Waiting<T> = { predicate, resolve: (item) => done(() => resolve(item)) };
      const done = (then: () => void): void => {
        clearTimeout(timer);
        this.waiting.delete(wait);
        then();
      };
      const late = (): void => reject(new Error(`No such ${this.what} within ${timeoutMs} ms; ${this.list.length} others came.`));
      const timer = setTimeout(() => done(late), timeoutMs);
      this.waiting.add(wait);
    });
  }
}
