/** In one batch: a few milliseconds of work for SQLite, so that the event loop stays free. */
const maxItems = 512;
const maxWeight = 4 * 1024 * 1024;

/** Collects the items of one turn of the event loop and passes them on together, in order of arrival. */
export class TurnBatcher<Item extends { readonly weight: number }> {
  private waitingItems: Item[] = [];
  private isScheduled = false;

  constructor(private readonly handOn: (items: readonly Item[]) => void) {}

  add(item: Item): void {
    this.waitingItems.push(item);
    this.schedule();
  }

  get isEmpty(): boolean {
    return this.waitingItems.length === 0;
  }

  drain(): void {
    while (!this.isEmpty) this.handOn(this.take());
  }

  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(() => this.endTurn());
  }

  private endTurn(): void {
    this.isScheduled = false;
    if (this.isEmpty) return;
    this.handOn(this.take());
    if (!this.isEmpty) this.schedule();
  }

  private take(): readonly Item[] {
    let count = 0;
    let weight = 0;
    for (const item of this.waitingItems) {
      weight += item.weight;
      if (count === maxItems || (count > 0 && weight > maxWeight)) break;
      count++;
    }
    const batch = this.waitingItems.slice(0, count);
    this.waitingItems = count === this.waitingItems.length ? [] : this.waitingItems.slice(count);
    return batch;
  }
}
