import type { StoredBacktest } from './stored-backtest.js';

export interface RetentionLimits {
  /** Results, in all. */
  readonly kept: number;
  /** Bytes of their differences, in all. */
  readonly bytes: number;
  /** Cancelled and failed ones of each person. */
  readonly withoutResult: number;
}

type Measure = (backtest: StoredBacktest) => number;
const count: Measure = () => 1;
const size: Measure = ({ order }) => order.bytes;

const sum = (backtests: readonly StoredBacktest[], measure: Measure): number =>
  backtests.reduce((total, backtest) => total + measure(backtest), 0);

const byPerson = (backtests: readonly StoredBacktest[]): readonly (readonly StoredBacktest[])[] => {
  const people = new Map<string, StoredBacktest[]>();
  for (const backtest of backtests) people.set(backtest.by, [...(people.get(backtest.by) ?? []), backtest]);
  return [...people.values()];
};

/**
 * The results that go so that the rest fits: always the oldest of the person who has the most, so that nobody’s backtests push out
 * those of people who have fewer. `kept` ones stay.
 */
const exceeding = (
  results: readonly StoredBacktest[],
  measure: Measure,
  most: number,
  isKept: (id: string) => boolean,
): readonly StoredBacktest[] => {
  if (sum(results, measure) <= most) return [];
  const [largest = []] = byPerson(results).toSorted((a, b) => sum(b, measure) - sum(a, measure));
  const oldest = largest.findLast((backtest) => measure(backtest) > 0 && !isKept(backtest.id));
  if (!oldest) return [];
  return [
    oldest,
    ...exceeding(
      results.filter((one) => one !== oldest),
      measure,
      most,
      isKept,
    ),
  ];
};

/**
 * The backtests that are removed, of all, the newest first. The newest result stays whatever its size, and only a newly added result,
 * `added`, removes others because of their size. Those without a result remove nothing but older ones of the same person.
 */
export const outdatedBacktests = (
  all: readonly StoredBacktest[],
  most: RetentionLimits,
  added: string | undefined,
): readonly StoredBacktest[] => {
  const results = all.filter(({ state }) => state === 'done');
  const isKept = (id: string): boolean => id === results[0]?.id || id === added;
  const tooMany = exceeding(results, count, most.kept, isKept);
  const rest = results.filter((one) => !tooMany.includes(one));
  const tooLarge = added === undefined ? [] : exceeding(rest, size, most.bytes, isKept);
  const ended = byPerson(all.filter(({ state }) => state === 'cancelled' || state === 'failed'));
  return [...tooMany, ...tooLarge, ...ended.flatMap((ofPerson) => ofPerson.slice(most.withoutResult))];
};
