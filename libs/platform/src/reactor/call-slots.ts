/**
 * How many calls to one provider are under way: at most so many at once. Each place has a holder, by whose id it is taken, passed on and
 * given back. Whoever found no place is told when there is one, the first first.
 */
export class CallSlots {
  private readonly taken = new Map<string, string>();
  private readonly inUse = new Map<string, number>();
  private readonly waiting = new Map<string, Map<string, () => void>>();

  constructor(private readonly most: number) {}

  /** Whether there was a place; else `whenFree` is called once, to ask again. Whoever waits already waits once. */
  take(provider: string, holder: string, whenFree: () => void): boolean {
    if (this.taken.has(holder)) return true;
    const inUse = this.inUse.get(provider) ?? 0;
    if (inUse >= this.most) {
      const line = this.waiting.get(provider) ?? new Map<string, () => void>();
      this.waiting.set(provider, line.set(holder, whenFree));
      return false;
    }
    this.waiting.get(provider)?.delete(holder);
    this.taken.set(holder, provider);
    this.inUse.set(provider, inUse + 1);
    return true;
  }

  /** Whether there was a place to pass on. */
  pass(from: string, to: string): boolean {
    const provider = this.taken.get(from);
    if (provider === undefined) return false;
    this.taken.delete(from);
    this.taken.set(to, provider);
    return true;
  }

  /** Nothing happens when it has no place. */
  give(holder: string): void {
    const provider = this.taken.get(holder);
    if (provider === undefined) return;
    this.taken.delete(holder);
    const left = (this.inUse.get(provider) ?? 1) - 1;
    if (left > 0) this.inUse.set(provider, left);
    else this.inUse.delete(provider);
    const line = this.waiting.get(provider);
    const [first] = line ?? [];
    if (!line || !first) return;
    line.delete(first[0]);
    if (line.size === 0) this.waiting.delete(provider);
    first[1]();
  }
}
