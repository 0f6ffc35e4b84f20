import type { LookupTryOut, LookupTryOutRequest } from '@tocsin/contracts/lookups/try-out.js';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../../data/cache/api.js';
import { count } from '../../../data/words/sentence.js';
import { Ago } from '../../../ui/time.js';

/** What the alerts of the last 200 requests would get by a table. */
export function LookupPreview({ table }: { table: LookupTryOutRequest }) {
  const { data, error } = useQuery({
    queryKey: ['lookup-try-out', table],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api<LookupTryOut>('POST', '/lookups/try', { body: table, signal }),
  });
  if (error) return <p className="mt-4 text-warn">{error.message}</p>;
  if (!data) return null;
  return (
    <section aria-label="Preview" className="mt-4">
      <p aria-live="polite">
        {count(data.rows, 'row')}. {data.found} of {count(data.alerts, 'recent alert')} would get something.
      </p>
      <ul className="mt-1 max-h-60 overflow-y-auto">
        {data.samples.map(({ receivedAt, summary, labels, links }) => (
          <li key={JSON.stringify([summary, labels, links])} className="border-t border-line-soft py-2">
            <p className="font-medium wrap-anywhere">{summary}</p>
            <p className="text-xs wrap-anywhere text-muted">
              <Ago at={receivedAt} /> · {[...Object.entries(labels).map(([label, value]) => `${label}=${value}`), ...links].join(' · ')}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
