interface WaitingEntry {
  /** Increases with each arrival. */
  readonly place: number;
  readonly providers: readonly string[];
  readonly isFree: () => boolean;
}

interface QueueHead {
  readonly holder: string;
  readonly place: number;
}

/** How much time lies between the starts of two calls to a provider. */
export interface SlotPacing {
  /** Milliseconds; 0: none. */
  readonly pauseOf: (provider: string) => number;
  readonly after: (ms: number, run: () => void) => void;
}

const unpaced: SlotPacing = { pauseOf: () => 0, after: () => {} };

/**
 * Limits concurrent calls to each provider. Each slot has a holder, by whose id it is taken, passed on and released. A call may need slots of several
 * providers, such as its webhook and the host: it takes all of them or none.
 */
export class CallSlots {
  private readonly holders = new Map<string, readonly string[]>();
  private readonly inUse = new Map<string, number>();
  private readonly waitingEntries = new Map<string, WaitingEntry>();
  /** First come, first served. */
  private readonly waitingAt = new Map<string, Set<string>>();
  private places = 0;
  /** Providers to which a call has just started, and by whose slot. */
  private readonly resting = new Map<string, { readonly holder: string }>();

  constructor(
    private readonly most: number | ((provider: string) => number),
    private readonly onFree: () => void = () => {},
    private readonly pacing: SlotPacing = unpaced,
  ) {}

  /** Whether a slot was free at each provider, or the holder already had them. */
  take(providers: readonly string[], holder: string): boolean {
    if (this.holders.has(holder)) return true;
    if (this.free(providers) === 0) return false;
    this.leave(holder);
    this.holders.set(holder, providers);
    for (const provider of providers) {
      this.inUse.set(provider, (this.inUse.get(provider) ?? 0) + 1);
      this.rest(provider, holder);
    }
    return true;
  }

  /**
   * `whenFree` is called once the slots are free, first come, first served: it takes them, or returns that it no longer needs any. A holder waits only
   * once.
   */
  wait(providers: readonly string[], holder: string, whenFree: () => boolean): void {
    const before = this.waitingEntries.get(holder);
    if (before && before.providers.join() === providers.join())
      return void this.waitingEntries.set(holder, { ...before, isFree: whenFree });
    this.leave(holder);
    this.places += 1;
    this.waitingEntries.set(holder, { place: this.places, providers, isFree: whenFree });
    for (const provider of providers) this.waitingAt.set(provider, (this.waitingAt.get(provider) ?? new Set()).add(holder));
  }

  /** How many more calls may start that need a slot of each of these providers. `promisedSlots`: slots about to be taken. */
  free(providers: readonly string[], promisedSlots?: PromisedSlots): number {
    return Math.min(...providers.map((provider) => this.freeOf(provider) - (promisedSlots?.of(provider) ?? 0)));
  }

  /** Whether there were slots to pass on. */
  pass(from: string, to: string): boolean {
    const providers = this.holders.get(from);
    if (providers === undefined) return false;
    this.holders.delete(from);
    this.holders.set(to, providers);
    return true;
  }

  /** The call was never made: another may start at once. */
  giveUnused(holder: string): void {
    for (const provider of this.holders.get(holder) ?? []) if (this.resting.get(provider)?.holder === holder) this.resting.delete(provider);
    this.give(holder);
  }

  /** Does nothing when the holder has no slot. */
  give(holder: string): void {
    const providers = this.holders.get(holder);
    if (providers === undefined) return;
    this.holders.delete(holder);
    for (const provider of providers) {
      const remaining = (this.inUse.get(provider) ?? 1) - 1;
      if (remaining > 0) this.inUse.set(provider, remaining);
      else this.inUse.delete(provider);
    }
    this.callNext(providers);
    this.onFree();
  }

  private freeOf(provider: string): number {
    if (this.resting.has(provider)) return 0;
    const most = typeof this.most === 'number' ? this.most : this.most(provider);
    const free = Math.max(0, most - (this.inUse.get(provider) ?? 0));
    return this.pacing.pauseOf(provider) > 0 ? Math.min(1, free) : free;
  }

  private rest(provider: string, holder: string): void {
    const pause = this.pacing.pauseOf(provider);
    if (pause <= 0) return;
    const begun = { holder };
    this.resting.set(provider, begun);
    this.pacing.after(pause, () => {
      if (this.resting.get(provider) !== begun) return;
      this.resting.delete(provider);
      this.callNext([provider]);
      this.onFree();
    });
  }

  private leave(holder: string): void {
    for (const provider of this.waitingEntries.get(holder)?.providers ?? []) {
      const all = this.waitingAt.get(provider);
      all?.delete(holder);
      if (all?.size === 0) this.waitingAt.delete(provider);
    }
    this.waitingEntries.delete(holder);
  }

  /** Calls waiting for any of these providers, first come, first served, for as long as these have room. */
  private *iterateNext(providers: readonly string[], promisedSlots: PromisedSlots): Generator<string> {
    const queues = providers.map((provider) => ({ provider, holders: this.waitingAt.get(provider)?.values() }));
    const heads = new Map<string, QueueHead>();
    const step = ({ provider, holders }: (typeof queues)[number]): void => {
      const next = holders?.next();
      const place = next?.value === undefined ? undefined : this.waitingEntries.get(next.value)?.place;
      if (next?.done === false && place !== undefined) heads.set(provider, { holder: next.value, place });
      else heads.delete(provider);
    };
    for (const queue of queues) step(queue);
    while (heads.size > 0) {
      const first = [...heads.values()].reduce((one, other) => (other.place < one.place ? other : one));
      for (const queue of queues) if (heads.get(queue.provider)?.holder === first.holder) step(queue);
      if (this.waitingEntries.get(first.holder)?.place === first.place) yield first.holder;
      for (const { provider } of queues) if (this.free([provider], promisedSlots) <= 0) heads.delete(provider);
    }
  }

  /** Only calls waiting at the freed providers can start now. One that no longer needs its slots must not block those behind it. */
  private callNext(freedProviders: readonly string[]): void {
    const promisedSlots = new PromisedSlots();
    for (const holder of this.iterateNext(freedProviders, promisedSlots)) {
      const { providers, isFree: whenFree } = this.waitingEntries.get(holder)!;
      if (this.free(providers, promisedSlots) <= 0) continue;
      this.leave(holder);
      if (whenFree() && !this.holders.has(holder)) promisedSlots.add(providers);
    }
  }
}

/** Slots that are offered to calls which have not taken them yet. */
export class PromisedSlots {
  private readonly counts = new Map<string, number>();

  of(provider: string): number {
    return this.counts.get(provider) ?? 0;
  }

  add(providers: readonly string[]): void {
    for (const provider of providers) this.counts.set(provider, this.of(provider) + 1);
  }
}
