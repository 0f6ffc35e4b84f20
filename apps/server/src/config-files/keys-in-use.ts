import type { FileError } from '@tocsin/contracts/config-files/plan.js';
import type { ServerParts } from '../core/server-parts.js';
import type { PlanJobAnswer } from '../query/config-plans/plan-job.js';
import { keyHashOf } from '../secrets/hashes.js';
import { toIssuedKey } from '../secrets/known-keys.js';

type Parts = Pick<ServerParts, 'reads' | 'vault'>;
type Planned = Pick<PlanJobAnswer, 'keys' | 'secrets'> & { readonly plan: Pick<PlanJobAnswer['plan'], 'changes'> };

const nowhere = { file: '', line: 1, column: 1 };

/** Keys of the environment that lead to another integration already: senders would go on alerting that one. The thread that plans has no vault. */
export const listKeysInUse = ({ reads, vault }: Parts, { keys, secrets, plan }: Planned): readonly FileError[] => {
  const named = Object.entries(keys).flatMap(([id, names]) => names.map((name) => ({ id, name })));
  const given = named.filter(({ name }) => name.startsWith('TOCSIN_SECRET_'));
  if (given.length === 0) return [];
  const owners = new Map([...reads.integrations.all()].flatMap((row) => row.keys.map(({ keyHash }) => [keyHash, row] as const)));
  return given.flatMap(({ id, name }) => {
    const key = toIssuedKey(secrets[name] ?? '');
    const owner = key === undefined ? undefined : owners.get(keyHashOf({ vault }, key));
    if (owner === undefined || owner.id === id) return [];
    const at = plan.changes.find((change) => change.id === id)?.at ?? nowhere;
    const message = `${name} is the key of the integration “${owner.name}”: a key leads to one. Set another, or end it there first.`;
    return [{ ...at, path: 'keys', code: 'config.key_in_use', message }];
  });
};
