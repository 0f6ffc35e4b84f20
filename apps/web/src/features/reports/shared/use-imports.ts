import type { ImportList, ImportTableAnswer } from '@tocsin/contracts/imports/imports.js';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { byId } from '../../../data/cache/by-id.js';
import { api } from '../../../data/cache/api.js';
import { keys } from '../../../data/cache/keys.js';
import { useNames, type Names } from '../../../data/words/names.js';

/** Imported histories that can be replayed, newest first. */
export const useImports = (): ImportList['rows'] => {
  const { data } = useQuery({ queryKey: keys.imports, queryFn: ({ signal }) => api<ImportList>('GET', '/imports', { signal }) });
  return data?.rows.filter(({ state }) => state === 'done') ?? [];
};

/** One of them, with its policy, and the names of its people and services. */
export const useImport = (id: string | undefined): ImportTableAnswer | undefined =>
  useQuery({
    queryKey: keys.import(id ?? ''),
    enabled: id !== undefined,
    queryFn: ({ signal }) => api<ImportTableAnswer>('GET', `/imports/${id}`, { signal }),
    staleTime: Infinity,
  }).data;

/** The names of this installation, or those of the import that a backtest reads. */
export function useNamesIn(log: string | undefined): Names {
  const names = useNames();
  const imported = useImport(log);
  return useMemo(() => {
    if (log === undefined) return names;
    const people = byId(imported?.people ?? []);
    const person: Names['person'] = (id) => (id ? people.get(id)?.name : undefined) ?? 'someone';
    const policy: Names['policy'] = () => imported?.policy?.name ?? 'a policy';
    return { ...names, person, policy, actor: (actor) => (actor.kind === 'person' ? person(actor.id) : names.actor(actor)) };
  }, [names, log, imported]);
}
