/** Limits concurrent calls to each provider. Each slot has a holder, by whose id it is taken, passed on and released. */
export class CallSlots {
  private readonly providers = new Map<string, string>();
  private readonly inUse = new Map<string, number>();
  private readonly waiting = new Map<string, Map<string, () => boolean>>();

  /** `onFree` is called for each released slot. */
  constructor(
    private readonly most: number | ((provider: string) => number),
    private readonly onFree: () => void = () => {},
  ) {}

  /** Whether a slot was free, or the holder already had one. */
  take(provider: string, holder: string): boolean {
    if (this.providers.has(holder)) return true;
    if (this.free(provider) === 0) return false;
    this.waiting.get(provider)?.delete(holder);
    this.providers.set(holder, provider);
    this.inUse.set(provider, (this.inUse.get(provider) ?? 0) + 1);
    return true;
  }

  /**
   * `whenFree` is called once a slot is free, first come, first served: it takes the slot, or returns that it no longer needs one.
   * A holder waits only once.
   */
  wait(provider: string, holder: string, whenFree: () => boolean): void {
    const line = this.waiting.get(provider) ?? new Map<string, () => boolean>();
    this.waiting.set(provider, line.set(holder, whenFree));
  }

  free(provider: string): number {
    const most = typeof this.most === 'number' ? this.most : this.most(provider);
    return Math.max(0, most - (this.inUse.get(provider) ?? 0));
  }

  /** Whether there was a slot to pass on. */
  pass(from: string, to: string): boolean {
    const provider = this.providers.get(from);
    if (provider === undefined) return false;
    this.providers.delete(from);
    this.providers.set(to, provider);
    return true;
  }

  /** Does nothing when the holder has no slot. */
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

  /** A waiting call that no longer needs a slot must not keep it from those behind it. */
  private callNext(provider: string): void {
    const line = this.waiting.get(provider);
    for (const [holder, whenFree] of line ?? []) {
      line!.delete(holder);
      if (line!.size === 0) this.waiting.delete(provider);
      if (whenFree()) return;
    }
  }
}
