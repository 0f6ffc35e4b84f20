import * as relayLimits from '@tocsin/contracts/relays/limits.js';
import type { RelayRow } from '@tocsin/contracts/relays/noun.js';
import type { WaitingArrival } from '@tocsin/domain/operation/relays/views.js';
import { toInstant } from '@tocsin/kernel/time.js';

export type RelayOutcome =
  | { readonly kind: 'sent' | 'refused' | 'unfit' | 'loops' }
  | { readonly kind: 'again'; readonly why: string; readonly retryAfter?: number };
type Settled = 'sent' | 'refused' | 'late' | 'unfit' | 'loops';

interface LaneDependencies {
  readonly send: (arrival: WaitingArrival) => Promise<RelayOutcome>;
  /** Milliseconds, for what waits: a clock that is set makes nothing late. */
  readonly now: () => number;
  /** Milliseconds of the time of day, by which arrivals are dated. */
  readonly wall: () => number;
  /** Something was settled, or is to be tried again. */
  readonly onChange: () => void;
}

/** What waits after a failure, and how often it failed. */
interface Backoff {
  readonly until: number;
  readonly tries: number;
}

/** What is to be recorded: at most as much as one fact takes. */
export interface SettledPart {
  readonly settled: readonly number[];
  readonly counts: Record<Settled, number>;
  readonly failing: RelayRow['failing'];
}

/** So many alerts in a row that failed: it is not about one of them. */
const failedOfDead = 5;

/**
 * The relay of one integration: what is about one alert in order, one call at a time; of different alerts a few at once, so that one that the other system
 * chokes on holds up none. A system that takes nothing is asked by one call at a time.
 */
export class RelayLane {
  private readonly busyKeys = new Set<string>();
  /** Each for the first arrival of its key: only that was tried. */
  private readonly backoffs = new Map<string, Backoff & { readonly ordinal: number }>();
  private readonly settledNow = new Map<number, Settled>();
  /** Settled, and being written to the log. */
  private readonly written = new Map<number, Settled>();
  private failing: RelayRow['failing'];
  /** Undefined: it is not known. */
  private recordedFailing: RelayRow['failing'] | undefined;
  /** Keys that failed since something was taken. */
  private readonly failedInRow = new Set<string>();
  private rest: (Backoff & { readonly since: number }) | null = null;
  /** Of the address: how an earlier one answers says nothing of this one. */
  private address = 0;

  constructor(
    private readonly dependencies: LaneDependencies,
    before: RelayRow | undefined,
  ) {
    this.failing = before?.failing ?? null;
    this.recordedFailing = this.failing;
  }

  /** There is another address: what waits is tried there at once, and what is recorded of the old one no longer holds. */
  beginAnew(): void {
    this.address += 1;
    this.failing = null;
    this.recordedFailing = undefined;
    this.backoffs.clear();
    this.failedInRow.clear();
    this.rest = null;
  }

  /** Begins what may begin now. Returns when it has to be looked at again, in milliseconds; null: when something changes. */
  step(waiting: readonly WaitingArrival[]): number | null {
    this.forgetRecorded(waiting);
    const open = waiting.filter(({ ordinal }) => !this.settledNow.has(ordinal) && !this.written.has(ordinal));
    const alive = this.dropLate(open);
    const now = this.dependencies.now();
    if (this.rest && this.rest.until > now) return this.rest.until - now;
    const seen = this.begin(alive, now);
    if (!seen) return null;
    for (const key of this.backoffs.keys()) if (!seen.has(key) && !this.busyKeys.has(key)) this.backoffs.delete(key);
    const untils = [...this.backoffs.values()].map(({ until }) => until).filter((until) => until > now);
    return untils.length === 0 ? null : Math.min(...untils) - now;
  }

  /** Returns the keys of all that waits; null: as many calls as may are under way. */
  private begin(alive: readonly WaitingArrival[], now: number): ReadonlySet<string> | null {
    const seen = new Set<string>();
    const atOnce = this.rest ? 1 : relayLimits.atOnce;
    for (const arrival of alive) {
      if (this.busyKeys.size >= atOnce) return null;
      const { key } = arrival;
      const isFirst = !seen.has(key);
      seen.add(key);
      if (isFirst && !this.busyKeys.has(key) && (this.backoffs.get(key)?.until ?? 0) <= now) void this.send(arrival);
    }
    return seen;
  }

  /** Null: there is nothing to record. */
  takeSettled(): SettledPart | null {
    const part = [...this.settledNow].slice(0, relayLimits.settledTogether);
    const { failing } = this;
    if (part.length === 0 && failing === this.recordedFailing) return null;
    this.recordedFailing = failing;
    const counts: Record<Settled, number> = { sent: 0, refused: 0, late: 0, unfit: 0, loops: 0 };
    for (const [ordinal, kind] of part) {
      counts[kind] += 1;
      this.settledNow.delete(ordinal);
      this.written.set(ordinal, kind);
    }
    return { settled: part.map(([ordinal]) => ordinal), counts, failing };
  }

  /** It could not be recorded, and is recorded later: what was sent is not sent again. */
  putBack({ settled }: Pick<SettledPart, 'settled'>): void {
    this.recordedFailing = undefined;
    for (const ordinal of settled) {
      const kind = this.written.get(ordinal);
      this.written.delete(ordinal);
      if (kind) this.settledNow.set(ordinal, kind);
    }
  }

  /** Memory has it from now on. */
  private forgetRecorded(waiting: readonly WaitingArrival[]): void {
    if (this.written.size === 0) return;
    const known = new Set(waiting.map(({ ordinal }) => ordinal));
    for (const ordinal of this.written.keys()) if (!known.has(ordinal)) this.written.delete(ordinal);
  }

  /** The oldest above the limit, and what was tried for long enough; not what is being sent. In the order of arrival. */
  private dropLate(open: readonly WaitingArrival[]): readonly WaitingArrival[] {
    const { now, wall } = this.dependencies;
    const over = open.length - relayLimits.mostWaiting;
    const limit = toInstant(wall() - relayLimits.triedFor);
    const isLongDead = this.rest !== null && this.rest.since + relayLimits.triedFor <= now();
    const firstNew = open.findIndex(({ at }, n) => n >= over && at > limit);
    const old = firstNew < 0 ? open.length : firstNew;
    const dropped = new Set<number>();
    for (let n = 0; n < old; n += 1) {
      const { key, ordinal } = open[n]!;
      const wasTried = isLongDead || this.backoffs.get(key)?.ordinal === ordinal;
      if (this.busyKeys.has(key) || (n >= over && !wasTried)) continue;
      this.settledNow.set(ordinal, 'late');
      dropped.add(ordinal);
    }
    return dropped.size === 0 ? open : open.filter(({ ordinal }) => !dropped.has(ordinal));
  }

  private async send(arrival: WaitingArrival): Promise<void> {
    const { key } = arrival;
    const { address } = this;
    this.busyKeys.add(key);
    try {
      const outcome = await this.dependencies
        .send(arrival)
        .catch((): RelayOutcome => ({ kind: 'again', why: 'Tocsin could not relay it.' }));
      if (address === this.address || outcome.kind === 'sent') this.take(arrival, outcome);
    } finally {
      this.busyKeys.delete(key);
    }
    this.dependencies.onChange();
  }

  private take({ key, ordinal }: WaitingArrival, outcome: RelayOutcome): void {
    if (outcome.kind === 'again') return this.putOff(key, ordinal, outcome);
    this.backoffs.delete(key);
    this.settledNow.set(ordinal, outcome.kind);
    if (outcome.kind === 'sent') this.failing = null;
    if (outcome.kind === 'refused') this.failing ??= this.failingSince('The other system refuses what is relayed.');
    if (outcome.kind !== 'sent' && outcome.kind !== 'refused') return;
    this.failedInRow.clear();
    this.rest = null;
  }

  private putOff(key: string, ordinal: number, { why, retryAfter = 0 }: Extract<RelayOutcome, { kind: 'again' }>): void {
    this.failing ??= this.failingSince(why);
    this.backoffs.set(key, { ...this.backoffAfter(this.backoffs.get(key), retryAfter), ordinal });
    this.failedInRow.add(key);
    if (this.failedInRow.size < failedOfDead) return;
    this.rest = { ...this.backoffAfter(this.rest, retryAfter), since: this.rest?.since ?? this.dependencies.now() };
  }

  private backoffAfter(before: Backoff | null | undefined, retryAfter: number): Backoff {
    const tries = (before?.tries ?? 0) + 1;
    const pause = Math.min(relayLimits.retryAfter * 2 ** (tries - 1), relayLimits.retryAtMost);
    return { until: this.dependencies.now() + Math.min(Math.max(pause, retryAfter), relayLimits.triedFor), tries };
  }

  private failingSince(why: string): RelayRow['failing'] {
    return { since: toInstant(this.dependencies.wall()), why: why.slice(0, 200) };
  }
}
