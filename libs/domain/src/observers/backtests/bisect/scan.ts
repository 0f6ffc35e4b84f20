import { bisect as limits } from '@tocsin/contracts/backtests/limits.js';
import { eventsBetween } from '@tocsin/kernel/replay/source.js';
import { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import { addMillis, millisBetween } from '@tocsin/kernel/time.js';
import type { BacktestEngine } from '../backtest.js';
import { Offsets } from '../offsets.js';
import { findLastBefore } from '../range.js';
import { Tally } from '../tally.js';
import { Edits, type Edited } from './edits.js';

export interface BisectOrder {
  /** One period, and the beginning of another one of equal length. */
  readonly from: string;
  readonly to: string;
  readonly against: string;
  readonly upTo: number;
}

export interface BisectEngine extends Omit<BacktestEngine, 'differences'> {
  /** Whether the processor time is used up: then it ends with what is known. */
  readonly isOutOfTime?: () => boolean;
}

interface Period {
  readonly from: string;
  readonly to: string;
}

export interface Counted extends Period {
  readonly pages: number;
  /** How long people took to acknowledge in it. */
  readonly offsets: Offsets;
}

interface Scanned {
  readonly better: Counted;
  readonly worse: Counted;
  readonly edited: readonly Edited[];
}

const isIn = ({ from, to }: Period, at: string): boolean => at >= from && at < to;

/** Steps, at most: both periods are read, then up to the worse one, then that for each round. */
export const countBisectSteps = (source: BacktestEngine['source'], { from, to, upTo }: BisectOrder): number => {
  const [after, last] = [from, to].map((instant) => findLastBefore(source, instant, upTo)) as [number, number];
  return 2 * upTo + (limits.runs / 2) * (last - after);
};

/** Reads both periods once: night pages, response times, and what was changed from the earlier one’s beginning to the later one’s end. */
export const scan = function* ({ domain, source, streams }: BisectEngine, order: BisectOrder): Generator<number, Scanned, void> {
  const { from, to, against } = order;
  const starts = [against, from].toSorted() as [string, string];
  const length = millisBetween(from, to);
  const [earlier, later] = starts.map((start) => ({ from: start, to: addMillis(start, length) })) as [Period, Period];
  const counts = [earlier, later].map((period) => ({
    period,
    tally: new Tally(period, { name: 'was', spill: streams?.() }),
    offsets: new Offsets(),
  }));
  const memory = new MemoryRows(domain.memory);
  const edits = new Edits();
  const last = findLastBefore(source, later.to, order.upTo);
  for (const event of eventsBetween(source, 0, last)) {
    const { at } = event.meta;
    edits.take(event, memory, at >= earlier.from && at < later.to);
    for (const { period, tally, offsets } of counts) {
      if (!isIn(period, at)) continue;
      tally.take(event, memory);
      offsets.take(event);
    }
    yield event.ordinal;
  }
  const [first, second] = counts.map(({ period, tally, offsets }) => ({ ...period, offsets, pages: tally.figures().inSleepHours })) as [
    Counted,
    Counted,
  ];
  const [better, worse] = first.pages > second.pages ? [second, first] : [first, second];
  return { better, worse, edited: edits.list() };
};
