interface Waiter<T> {
  readonly predicate: (item: T) => boolean;
  readonly resolve: (item: T) => void;
}

/** Longer than the slowest machine needs, and shorter than a test’s timeout: what takes longer never comes. */
const defaultTimeoutMs = 90_000;

/** A list that tests can wait on; it is event-driven and never polls. */
export class ItemCollector<T> {
  private readonly list: T[] = [];
  private readonly waiters = new Set<Waiter<T>>();

  /** `itemName` names an item in the message of a wait that timed out. */
  constructor(private readonly itemName: string) {}

  get items(): readonly T[] {
    return this.list;
  }

  add(item: T): void {
    this.list.push(item);
    for (const wait of this.waiters) if (wait.predicate(item)) wait.resolve(item);
  }

  /** The first matching item, present or future. Rejects after `timeoutMs` with the number of items that did not match. */
  async waitFor(predicate: (item: T) => boolean = () => true, timeoutMs = defaultTimeoutMs): Promise<T> {
    const present = this.list.find(predicate);
    if (present !== undefined) return present;
    return new Promise((resolve, reject) => {
      const wait: Waiter<T> = { predicate, resolve: (item) => settle(() => resolve(item)) };
      const settle = (callback: () => void): void => {
        clearTimeout(timer);
        this.waiters.delete(wait);
        callback();
      };
      const fail = (): void => reject(new Error(`No such ${this.itemName} within ${timeoutMs} ms; ${this.list.length} others came.`));
      const timer = setTimeout(() => settle(fail), timeoutMs);
      this.waiters.add(wait);
    });
  }
}
