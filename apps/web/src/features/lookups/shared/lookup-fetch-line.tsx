import type { HealthAnswer } from '@tocsin/contracts/health.js';
import type { LookupRow } from '@tocsin/contracts/lookups/noun.js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../data/cache/api.js';
import { useCommand } from '../../../data/cache/use-command.js';
import { Button } from '../../../ui/button.js';
import { Ago } from '../../../ui/time.js';

const queryKey = ['lookup-fetches'];
const everyMinute = 60_000;

const useFetch = (lookupId: string, isFetched: boolean) =>
  useQuery({
    queryKey,
    enabled: isFetched,
    refetchInterval: everyMinute,
    queryFn: ({ signal }) => api<HealthAnswer>('GET', '/health', { signal }),
    select: ({ lookups }) => lookups.find((one) => one.lookupId === lookupId),
  }).data;

/** From where a table is fetched, how old its rows are, and why a fetch fails. */
export function LookupFetchLine({ row: { id, host, changedAt } }: { row: LookupRow }) {
  const fetch = useFetch(id, host !== undefined);
  if (host === undefined) return null;
  return (
    <span className="block text-muted">
      From {host} · {fetch?.fetchedAt ? 'fetched ' : 'rows of '}
      <Ago at={fetch?.fetchedAt ?? changedAt} />
      {fetch?.failing && (
        <span className="text-warn">
          {' · can’t be fetched since '}
          <Ago at={fetch.failing.since} />: {fetch.failing.why}. The rows of before are used.
        </span>
      )}
    </span>
  );
}

/** Fetches it at once. */
export function FetchLookupButton({ row: { id: lookupId, name } }: { row: LookupRow }) {
  const client = useQueryClient();
  const fetch = useCommand('FetchLookup', 'fetch the lookup table');
  return (
    <Button
      kind="quiet"
      busy={fetch.isPending}
      aria-label={`Fetch ${name}`}
      onClick={() => fetch.mutate({ lookupId }, { onSettled: () => void client.invalidateQueries({ queryKey }) })}
    >
      Fetch now
    </Button>
  );
}
