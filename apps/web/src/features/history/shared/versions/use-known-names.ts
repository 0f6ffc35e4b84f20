import { useAll } from '../../../../data/cache/use-view.js';
import { plainName } from '../../../../data/words/names.js';

interface KnownNames {
  /** “something that is gone” without one. */
  readonly nameOf: (id: string) => string;
  /** Whether it exists and can still be used. */
  readonly isThere: (id: string) => boolean;
}

interface Named {
  readonly id: string;
  readonly name: unknown;
  readonly removed?: boolean;
  readonly state?: string;
}

const goneStates: ReadonlySet<string> = new Set(['archived', 'disabled', 'erased']);
const isUsable = ({ removed, state }: Named): boolean => removed !== true && !goneStates.has(state ?? '');

/** Names of everything that settings refer to. */
export function useKnownNames(): KnownNames {
  const lists: readonly (readonly Named[])[] = [
    useAll('people'),
    useAll('teams'),
    useAll('services'),
    useAll('policies'),
    useAll('onCall'),
    useAll('integrations'),
    useAll('eventSubscriptions'),
  ];
  const rows = new Map(lists.flat().map((row) => [row.id, row]));
  return {
    nameOf: (id) => (rows.has(id) ? plainName(rows.get(id)!.name) : 'something that is gone'),
    isThere: (id) => rows.has(id) && isUsable(rows.get(id)!),
  };
}
