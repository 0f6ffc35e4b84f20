interface Waiting<T> {
  readonly predicate: (item: T) => boolean;
  readonly resolve: (item: T) => void;
}

/** Longer than the busiest machine takes, and shorter than a test may last: what takes so long does not come. */
const patienceMs = 90_000;

/** A list that can be waited on: by its events, never by looking again and again. */
export class Awaited<T> {
  private readonly list: T[] = [];
  private readonly waiting = new Set<Waiting<T>>();

  /** `what` names an item in the message of a wait that ended with nothing. */
  constructor(private readonly what: string) {}

  get items(): readonly T[] {
    return this.list;
  }

  add(item: T): void {
    this.list.push(item);
    for (const wait of this.waiting) if (wait.predicate(item)) wait.resolve(item);
  }

  /** The first item, there already or still to come, that fits. Rejects after `timeoutMs`, and says how many did not fit. */
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
