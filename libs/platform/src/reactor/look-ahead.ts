import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { MonotonicClock } from '../clock/monotonic-clock.js';
import { NewerEvents, type NewerEventsDependencies } from './newer-events.js';

export interface LookAheadDependencies extends NewerEventsDependencies {
  readonly monotonic: Pick<MonotonicClock, 'now'>;
  readonly calledTypes: readonly string[];
  /** Types of which all that arrived is decided together. */
  readonly gatheredTypes: readonly string[];
  /** Milliseconds between two reads of gathered types. */
  readonly gathersEvery: number;
}

/** In events. After a shorter page the next one comes soon; a longer one may delay urgent work. */
const shortPage = 100;

/**
 * Reads what arrives while a page is handled, for urgent work in it. Gathered types are read only every `gathersEvery`: otherwise each step of a long
 * page would decide a run of a single signal.
 */
export class LookAhead {
  private readonly newer: NewerEvents;
  private readonly newerGathered: NewerEvents;
  private gatheredAt = -Infinity;

  constructor(private readonly dependencies: LookAheadDependencies) {
    this.newer = new NewerEvents(dependencies, dependencies.calledTypes);
    this.newerGathered = new NewerEvents(dependencies, []);
  }

  /** May be called again for the same page. */
  begin(page: readonly Recorded[]): void {
    const { ordinal } = page.at(-1)!;
    this.newer.beginAfter(ordinal);
    this.newerGathered.beginAfter(ordinal);
    const { gatheredTypes, monotonic } = this.dependencies;
    const isShort = page.length < shortPage && page.some(({ type }) => gatheredTypes.includes(type));
    this.gatheredAt = isShort ? monotonic.now() : -Infinity;
  }

  async read(types: readonly string[]): Promise<readonly Recorded[]> {
    const { gatheredTypes, gathersEvery, monotonic } = this.dependencies;
    const events = await this.newer.read(types.filter((type) => !gatheredTypes.includes(type)));
    if (monotonic.now() - this.gatheredAt < gathersEvery) return events;
    this.gatheredAt = monotonic.now();
    const gathered = await this.newerGathered.read(types.filter((type) => gatheredTypes.includes(type)));
    return [...events, ...gathered].toSorted((a, b) => a.ordinal - b.ordinal);
  }
}
