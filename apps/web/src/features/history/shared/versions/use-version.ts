import { useQuery } from '@tanstack/react-query';
import { keys } from '../../../../data/cache/keys.js';
import { readRow } from '../../../../data/cache/read.js';
import type { Thing } from '@tocsin/contracts/versions.js';

/** A thing as it was at an ordinal; null: it was not there yet. */
export const useVersion = ({ view, id }: Thing, at: number) =>
  useQuery({
    queryKey: keys.row(view, id, at),
    queryFn: ({ signal }) => readRow(view, id, undefined, signal, at),
    staleTime: Infinity,
    select: ({ row }): object | null => row,
    enabled: at > 0,
  });
