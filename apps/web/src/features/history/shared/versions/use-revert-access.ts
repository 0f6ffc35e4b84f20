import { useQuery } from '@tanstack/react-query';
import { keys } from '../../../../data/cache/keys.js';
import { readRow } from '../../../../data/cache/read.js';
import { useMay } from '../../../../data/session/session.js';
import { things, type Thing } from '@tocsin/contracts/versions.js';

/** Whether I may revert a thing of this row, and the place in configuration files that owns it; `owner` null: none does. */
export function useRevertAccess({ view, id }: Thing, row: object | null | undefined) {
  const { teamId } = (row ?? {}) as { readonly teamId?: string | null };
  const may = useMay(things[view].permission, { teamId });
  const reading = useQuery({
    queryKey: keys.row('configItems', id),
    queryFn: ({ signal }) => readRow('configItems', id, undefined, signal),
    refetchOnMount: 'always',
    enabled: may,
  });
  const owner = reading.data?.row?.owner ?? null;
  return { may, owner, isFree: may && owner === null, readings: may ? [reading] : [] };
}
