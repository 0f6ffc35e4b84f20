import type { RecordWithTtl } from 'node:dns';
import type { MonotonicClock } from '../clock/monotonic-clock.js';

export interface DnsQueries {
  resolve4(host: string, options: { readonly ttl: true }): Promise<readonly RecordWithTtl[]>;
  resolve6(host: string, options: { readonly ttl: true }): Promise<readonly RecordWithTtl[]>;
  cancel(): void;
}

/** The codes are those of Node’s resolver. */
export class LookupFailed extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}

export const lookupCodeOf = (error: unknown): string => (error as { code?: string } | null)?.code ?? '';

/** Milliseconds that the second address family may take once the first one was answered. */
const otherFamilyMs = 250;

/** Rejects with the first error when there are no addresses. */
export const queryBothFamilies = async (
  queries: DnsQueries,
  host: string,
  monotonic: Pick<MonotonicClock, 'after'>,
): Promise<readonly RecordWithTtl[]> => {
  const answers: (readonly RecordWithTtl[])[] = [[], []];
  const families = [queries.resolve4(host, { ttl: true }), queries.resolve6(host, { ttl: true })].map((answer, n) =>
    answer.then((records) => void (answers[n] = records)),
  );
  const results = Promise.allSettled(families);
  const afterFirst = Promise.any(families).then(
    () => new Promise<void>((resolve) => void monotonic.after(otherFamilyMs, resolve)),
    () => results,
  );
  await Promise.race([results, afterFirst]);
  const records = answers.flat();
  if (records.length > 0) return records;
  const failed = (await results).find(({ status }) => status === 'rejected');
  throw failed?.status === 'rejected' ? failed.reason : new LookupFailed('ENODATA');
};
