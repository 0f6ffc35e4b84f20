import type { Recorded } from '@tocsin/contracts/envelope.js';
import { laterOf } from '@tocsin/kernel/time.js';
import type { RebuildLog } from '@tocsin/platform/views/rebuild.js';
import { toyToken } from './toy-views.js';

/** A log of given events for a rebuild; `reads` records the queries. It may grow. */
export class ToyLog implements RebuildLog {
  readonly reads: Parameters<RebuildLog['readAll']>[0][] = [];

  constructor(readonly events: Recorded[]) {}

  async head() {
    return { ordinal: this.events.length, token: toyToken(this.events.length) };
  }
  async readAll(query: { after: number; limit: number; types?: readonly string[] }) {
    this.reads.push(query);
    const { after, limit, types } = query;
    return this.events.filter(({ ordinal, type }) => ordinal > after && (types?.includes(type) ?? true)).slice(0, limit);
  }
}

/** One that knows log time at each ordinal. */
export class TimedToyLog extends ToyLog {
  async logTimes(ordinals: readonly number[]) {
    let time = '';
    const times = new Map(this.events.map(({ ordinal, meta }) => [ordinal, (time = laterOf(time, meta.at))]));
    return ordinals.map((ordinal) => times.get(ordinal)!);
  }
}
