import * as relayLimits from '@tocsin/contracts/relays/limits.js';
import type { RelayRow } from '@tocsin/contracts/relays/noun.js';
import type { WaitingArrival } from '@tocsin/domain/operation/relays/views.js';
import { toInstant, toMillis } from '@tocsin/kernel/time.js';

export type RelayOutcome =
  | { readonly kind: 'sent' | 'refused' | 'unfit' | 'loops' }
  | { readonly kind: 'again'; readonly why: string; readonly retryAfter?: number };
type Settled = 'sent' | 'refused' | 'late' | 'unfit' | 'loops';

interface LaneDependencies {
  readonly send: (arrival: WaitingArrival) => Promise<RelayOutcome>;
  /** Milliseconds. */
  readonly now: () => number;
  /** Something was settled, or is to be tried again. */
  readonly onChange: () => void;
}

/** Who waits after a failure, and how often it failed. */
interface Backoff {
  readonly until: number;
  readonly tries: number;
}

/**
 * The relay of one integration: what is about one alert in order, one call at a time; of different alerts a few at once, so that one that the other system
 * chokes on holds up none.
 */
export class RelayLane {
  private readonly busyKeys = new Set<string>();
  private readonly backoffs = new Map<string, Backoff>();
  private readonly settledNow = new Map<number, Settled>();
  /** Settled, and being written to the log. */
  private readonly written = new Set<number>();
  private failing: RelayRow['failing'];

  constructor(
    private readonly dependencies: LaneDependencies,
    before: RelayRow | undefined,
  ) {
    this.failing = before?.failing ?? null;
  }

  /** Begins what may begin now. Returns when it has to be looked at again, in milliseconds; null: when something changes. */
  step(waiting: readonly WaitingArrival[]): number | null {
    const known = new Set(waiting.map(({ ordinal }) => ordinal));
    // memory has it from now on
    for (const ordinal of this.written) if (!known.has(ordinal)) this.written.delete(ordinal);
    const open = waiting.filter(({ ordinal }) => !this.settledNow.has(ordinal) && !this.written.has(ordinal));
    const alive = this.dropLate(open.toSorted((a, b) => a.ordinal - b.ordinal));
    const { now } = this.dependencies;
    const seen = new Set<string>();
    for (const arrival of alive) {
      if (this.busyKeys.size >= relayLimits.atOnce) return null;
      const { key } = arrival;
      const isFirst = !seen.has(key);
      seen.add(key);
      if (isFirst && !this.busyKeys.has(key) && (this.backoffs.get(key)?.until ?? 0) <= now()) void this.send(arrival);
    }
    for (const key of this.backoffs.keys()) if (!seen.has(key) && !this.busyKeys.has(key)) this.backoffs.delete(key);
    const untils = [...this.backoffs.values()].map(({ until }) => until).filter((until) => until > now());
    return untils.length === 0 ? null : Math.min(...untils) - now();
  }

  /** What is to be recorded, if anything: at most as much as one fact takes. */
  takeSettled(): {
    readonly settled: readonly number[];
    readonly counts: Record<Settled, number>;
    readonly failing: RelayRow['failing'];
  } | null {
    const part = [...this.settledNow].slice(0, relayLimits.settledTogether);
    if (part.length === 0) return null;
    const counts: Record<Settled, number> = { sent: 0, refused: 0, late: 0, unfit: 0, loops: 0 };
    for (const [ordinal, kind] of part) {
      counts[kind] += 1;
      this.settledNow.delete(ordinal);
      this.written.add(ordinal);
    }
    return { settled: part.map(([ordinal]) => ordinal), counts, failing: this.failing };
  }

  /** It could not be recorded: it is sent again. */
  forget(settled: readonly number[]): void {
    for (const ordinal of settled) this.written.delete(ordinal);
  }

  /** The oldest above the limit, and what was tried for long enough; not what is being sent. */
  private dropLate(open: readonly WaitingArrival[]): readonly WaitingArrival[] {
    const { now } = this.dependencies;
    const over = open.length - relayLimits.mostWaiting;
    return open.filter((arrival, n) => {
      const isLate = n < over || toMillis(arrival.at) + relayLimits.triedFor <= now();
      if (!isLate || this.busyKeys.has(arrival.key)) return true;
      this.settledNow.set(arrival.ordinal, 'late');
      return false;
    });
  }

  private async send(arrival: WaitingArrival): Promise<void> {
    const { key, ordinal } = arrival;
    this.busyKeys.add(key);
    const outcome = await this.dependencies.send(arrival);
    this.busyKeys.delete(key);
    if (outcome.kind === 'again') this.putOff(key, outcome);
    else {
      this.backoffs.delete(key);
      if (outcome.kind === 'sent') this.failing = null;
      if (outcome.kind === 'refused') this.failing ??= this.failingSince('The other system refuses what is relayed.');
      this.settledNow.set(ordinal, outcome.kind);
    }
    this.dependencies.onChange();
  }

  private putOff(key: string, { why, retryAfter = 0 }: Extract<RelayOutcome, { kind: 'again' }>): void {
    const tries = (this.backoffs.get(key)?.tries ?? 0) + 1;
    const pause = Math.min(relayLimits.retryAfter * 2 ** (tries - 1), relayLimits.retryAtMost);
    this.backoffs.set(key, { until: this.dependencies.now() + Math.min(Math.max(pause, retryAfter), relayLimits.triedFor), tries });
    this.failing ??= this.failingSince(why);
  }

  private failingSince(why: string): RelayRow['failing'] {
    return { since: toInstant(this.dependencies.now()), why: why.slice(0, 200) };
  }
}
