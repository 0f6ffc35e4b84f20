/**
 * How many calls to one provider are under way: at most so many at once. Each place has a holder, by whose id it is taken, passed on and
 * given back.
 */
export class CallSlots {
  private readonly providers = new Map<string, string>();
  private readonly inUse = new Map<string, number>();
  private readonly waiting = new Map<string, Map<string, () => boolean>>();

  /** `onFree` hears of each place that was given back. */
  constructor(
    private readonly most: number | ((provider: string) => number),
    private readonly onFree: () => void = () => {},
  ) {}

  /** Whether there was a place, or it had one. */
  take(provider: string, holder: string): boolean {
    if (this.providers.has(holder)) return true;
    if (this.free(provider) === 0) return false;
    this.waiting.get(provider)?.delete(holder);
    this.providers.set(holder, provider);
    this.inUse.set(provider, (this.inUse.get(provider) ?? 0) + 1);
    return true;
  }

  /** `whenFree` is called once there is a place, the first first: it takes it, or answers that it needs none any more. Whoever waits already waits once. */
  wait(provider: string, holder: string, whenFree: () => boolean): void {
    const line = this.waiting.get(provider) ?? new Map<string, () => boolean>();
    this.waiting.set(provider, line.set(holder, whenFree));
  }

  free(provider: string): number {
    const most = typeof this.most === 'number' ? this.most : this.most(provider);
    return Math.max(0, most - (this.inUse.get(provider) ?? 0));
  }

  /** Whether there was a place to pass on. */
  pass(from: string, to: string): boolean {
    const provider = this.providers.get(from);
    if (provider === undefined) return false;
    this.providers.delete(from);
    this.providers.set(to, provider);
    return true;
  }

  /** Nothing happens when it has no place. */
  give(holder: string): void {
    const provider = this.providers.get(holder);
    if (provider === undefined) return;
    this.providers.delete(holder);
    const left = (this.inUse.get(provider) ?? 1) - 1;
    if (left > 0) this.inUse.set(provider, left);
    else this.inUse.delete(provider);
    this.callNext(provider);
    this.onFree();
  }

  /** Whoever needs it no more must not keep the place from those behind. */
  private callNext(provider: string): void {
    const line = this.waiting.get(provider);
    for (const [holder, whenFree] of line ?? []) {
      line!.delete(holder);
      if (line!.size === 0) this.waiting.delete(provider);
      if (whenFree()) return;
    }
  }
}
