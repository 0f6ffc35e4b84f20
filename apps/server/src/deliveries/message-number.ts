import type { Attempt, Page } from '@tocsin/domain/operation/alert-groups/state.js';

const isRepeat = ({ because }: Attempt): boolean => because === 'retry' || because === 'after_stale';

/** The attempt that this one repeats: it failed, or its outcome is unknown. */
const repeatedBy = (attempt: Attempt, before: readonly Attempt[]): Attempt | undefined =>
  isRepeat(attempt)
    ? before.findLast(
        ({ state, ruleId, n }) =>
          (state === 'failed' || state === 'stale') &&
          ruleId === attempt.ruleId &&
          n === (attempt.because === 'retry' ? attempt.n - 1 : attempt.n),
      )
    : undefined;

/** Which message of its page by its contact method this attempt carries, from 1; repeats of an attempt carry the same. */
export const messageNumberOf = ({ attempts }: Page, attempt: Attempt): number => {
  const byMethod = Object.values(attempts).filter(({ contactMethodId }) => contactMethodId === attempt.contactMethodId);
  const numbers = new Map<string, number>();
  for (const [n, one] of byMethod.entries()) {
    const repeated = repeatedBy(one, byMethod.slice(0, n));
    numbers.set(one.slot, repeated ? numbers.get(repeated.slot)! : new Set(numbers.values()).size + 1);
  }
  return numbers.get(attempt.slot) ?? 1;
};
