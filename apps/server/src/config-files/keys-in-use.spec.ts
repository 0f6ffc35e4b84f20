import type { IntegrationRow } from '@tocsin/contracts/integrations/noun.js';
import { MemoryVault } from '@tocsin/platform/vault/memory-vault.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import type { ServerParts } from '../core/server-parts.js';
import { keyHashOf } from '../secrets/hashes.js';
import { createIntegrationKey } from '../secrets/known-keys.js';
import { listKeysInUse } from './keys-in-use.js';

it('a key of the environment that leads to another integration is an error of the plan, one of a rescue is not', () => {
  const vault = new MemoryVault();
  const key = createIntegrationKey();
  const keys = [{ keyHash: keyHashOf({ vault }, key), keyRef: 'r', since: '' }];
  const row = partOf<IntegrationRow>({ id: 'one', name: 'Genie', keys });
  const parts = { ...partOf<ServerParts>({ reads: { integrations: { all: () => [row].values() } } }), vault } as ServerParts;
  const at = { file: 'a.yaml', line: 4, column: 1 };
  const errorsOf = (id: string, name: string, value: string) =>
    listKeysInUse(parts, {
      keys: { [id]: ['', name] },
      secrets: { [name]: value },
      plan: { changes: [{ kind: 'Integration', name: 'Two', id: 'two', action: 'create', at, revision: 0, fields: [] }] },
    });
  expect(errorsOf('two', 'TOCSIN_SECRET_A', key.toUpperCase())).toEqual([
    { ...at, path: 'keys', code: 'config.key_in_use', message: expect.stringContaining('“Genie”') },
  ]);
  expect(errorsOf('two', 'TOCSIN_SECRET_A', createIntegrationKey())).toEqual([]);
  expect(errorsOf('one', 'TOCSIN_SECRET_A', key)).toEqual([]);
  expect(errorsOf('two', 'pagerduty@2026-11-26T12:00:00.000Z#1', key)).toEqual([]);
});
