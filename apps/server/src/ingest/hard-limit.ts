import { duration } from '@tocsin/contracts/duration.js';
import * as integrationLimits from '@tocsin/contracts/integrations/limits.js';
import type { ArrivalsRow, IntegrationRow } from '@tocsin/contracts/integrations/noun.js';
import { millisBetween, minuteOf, addMillis } from '@tocsin/kernel/time.js';
import type { ServerParts } from '../core/server-parts.js';

type Dependencies = Pick<ServerParts, 'clock' | 'memory'>;
const { window } = integrationLimits.ingestSoft;

/**
 * Whether an integration is above the limit that an admin set. Accepted signals are counted by the minute, twice: by this server
 * when it answers, and by memory, which is folded from the log and includes signals before a restart and on other servers. The
 * larger count of each minute is used.
 */
export class HardLimit {
  private readonly acceptedByMinute = new Map<string, Map<string, number>>();

  constructor(private readonly parts: Dependencies) {}

  /** Seconds until a retry is useful; null when the signal is accepted. */
  secondsToWait({ id, hardLimit }: IntegrationRow): number | null {
    if (hardLimit === undefined || hardLimit === null) return null;
    const now = this.parts.clock.now();
    const counts = [...this.countsOf(id, now)].toSorted(([a], [b]) => (a < b ? -1 : 1));
    if (counts.reduce((sum, [, signals]) => sum + signals, 0) < hardLimit) return null;
    return Math.max(1, Math.ceil(millisBetween(now, addMillis(counts[0]![0], window)) / 1_000));
  }

  /**
   * Counts a signal when its write starts, and takes it back if the write fails; if it arrives all the same, memory counts it.
   * Throws what `write` throws.
   */
  async countWrite<T>({ id, hardLimit }: IntegrationRow, write: () => Promise<T>): Promise<T> {
    if (hardLimit === undefined || hardLimit === null) {
      this.acceptedByMinute.delete(id);
      return write();
    }
    const now = this.parts.clock.now();
    this.add(id, now, 1);
    try {
      return await write();
    } catch (error) {
      this.add(id, now, -1);
      throw error;
    }
  }

  private add(id: string, now: string, signals: 1 | -1): void {
    const minute = minuteOf(now);
    const own = new Map([...(this.acceptedByMinute.get(id) ?? [])].filter(([one]) => isWithin(one, now)));
    this.acceptedByMinute.set(id, own.set(minute, Math.max(0, (own.get(minute) ?? 0) + signals)));
  }

  private countsOf(id: string, now: string): ReadonlyMap<string, number> {
    const counts = new Map([...(this.acceptedByMinute.get(id) ?? [])].filter(([minute]) => isWithin(minute, now)));
    for (const { minute, signals } of this.parts.memory.rows<ArrivalsRow>('arrivals').get(id)?.minutes ?? [])
      if (isWithin(minute, now)) counts.set(minute, Math.max(counts.get(minute) ?? 0, signals));
    return counts;
  }
}

/** A minute in the future was counted before the clock was set back. Differences between servers’ clocks are smaller. */
const isWithin = (minute: string, now: string): boolean => {
  const age = millisBetween(minute, now);
  return age > -duration.minute && age < window;
};
