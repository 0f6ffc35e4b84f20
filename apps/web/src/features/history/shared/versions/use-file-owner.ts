import { useQuery } from '@tanstack/react-query';
import { keys } from '../../../../data/cache/keys.js';
import { readRow } from '../../../../data/cache/read.js';

/** The place in configuration files from which a thing comes; null: no file owns it. Who can’t act is told nothing. */
export const useFileOwner = (id: string, mayAct: boolean) =>
  useQuery({
    queryKey: keys.row('configItems', id),
    queryFn: ({ signal }) => readRow('configItems', id, undefined, signal),
    refetchOnMount: 'always',
    select: ({ row }) => row?.owner ?? null,
    enabled: mayAct,
  });
