import { readablePersonal } from '@tocsin/contracts/ids.js';
import type { ConfigurationReads } from '@tocsin/domain/reads.js';

export const namesOf = ({ people }: Pick<ConfigurationReads, 'people'>, ids: readonly string[]): Record<string, string> =>
  Object.fromEntries([...new Set(ids)].map((id) => [id, readablePersonal(people.get(id)?.name)]));
