import type { FactOf, RecordedFact } from '@tocsin/contracts/catalogue.js';
import { duration } from '@tocsin/contracts/duration.js';
import { maxAbandoned } from '@tocsin/contracts/reactor/noun.js';
import { failureKeyOf, type Failures } from '@tocsin/kernel/react/failure.js';
import { millisBetween } from '@tocsin/kernel/time.js';
import type { View } from '@tocsin/kernel/rows/view.js';

/** Something that the reactor has given up. */
export interface FailureRow extends FactOf<'ReactionFailed'> {
  /** The id of the event. */
  readonly id: string;
  readonly at: string;
}

const retention = 30 * duration.day;

/** The ids of the oldest rows, which make room for one more. */
const oldestToDrop = (all: Iterable<string>): readonly string[] => {
  const ids = [...all];
  return ids.slice(0, Math.max(ids.length + 1 - maxAbandoned, 0));
};

/**
 * Recent failures that were not retried since, the newest thousand: the health page lists them, and owners are
 * notified.
 */
export const failuresView: View<FailureRow, RecordedFact> = {
  name: 'failures',
  hasHistory: false,
  on: {
    ReactionFailed: {
      keys: ({ id }, { all }) => [...oldestToDrop(all()), id],
      row: (_row, { id, data, meta }, key) => (key === id ? { ...data, id, at: meta.at } : null),
    },
    ReactionRetryAsked: { keys: ({ data }) => data.failures.map(({ id }) => id), row: () => null },
  },
  sweep: (row, logTime) => (millisBetween(row.at, logTime) > retention ? null : row),
};

interface RetryRequest {
  readonly thing: string;
  readonly askedBy: string;
  readonly at: string;
}

/** A single row: a repeated request moves to the end, which separate rows could not express. */
const theRow = 'asked';

const withRetries = (
  before: readonly RetryRequest[],
  { id, data, meta }: RecordedFact & { readonly type: 'ReactionRetryAsked' },
): readonly RetryRequest[] => {
  const subjects = new Set(data.failures.map(failureKeyOf));
  const requests = [...subjects].map((subject) => ({ thing: subject, askedBy: id, at: meta.at }));
  return [...before.filter(({ thing }) => !subjects.has(thing)), ...requests].slice(-maxAbandoned);
};

/** The last retry request of each failure, for the newest thousand: a failed retry is recorded again. */
export const retriesView: View<readonly RetryRequest[], RecordedFact> = {
  name: 'retries',
  hasHistory: false,
  on: { ReactionRetryAsked: { keys: () => [theRow], row: (row = [], event) => withRetries(row, event) } },
  sweep: (row, logTime) => {
    const recentFailures = row.filter(({ at }) => millisBetween(at, logTime) <= retention);
    return recentFailures.length === 0 ? null : recentFailures.length === row.length ? row : recentFailures;
  },
};

export const retries: NonNullable<Failures['retries']> = {
  type: 'ReactionRetryAsked',
  lastRequestId: (memory, failure) => {
    const subject = failureKeyOf(failure);
    return memory
      .rows<readonly RetryRequest[]>(retriesView.name)
      .get(theRow)
      ?.find((one) => one.thing === subject)?.askedBy;
  },
};
