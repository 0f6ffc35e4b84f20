import type { HeartbeatRow } from '@tocsin/contracts/heartbeats/noun.js';
import type { IntegrationRow } from '@tocsin/contracts/integrations/noun.js';
import { MemoryVault } from '@tocsin/platform/vault/memory-vault.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import { keyHashOf } from '../secrets/hashes.js';
import type { ServerParts } from '../core/server-parts.js';
import { Keys } from './keys.js';
import { createIntegrationKey } from '../secrets/known-keys.js';

const oldKey = 'R016Y0X6F0YY4KI1B5YR90ZKLA8DTRG0';
const now = '2026-11-21T03:12:00.000Z';

/** Dependencies of keys: rows that change, a vault, and a log whose end memory has or has not reached. */
const coreWith = () => {
  const vault = new MemoryVault();
  const rows = new Map<string, IntegrationRow>();
  let notifyRow: (view: string, id: string, row: unknown) => void = () => {};
  let hashed = 0;
  const uses: string[] = [];
  const refused: string[] = [];
  let waitReached: () => Promise<void> = () => Promise.resolve();
  const parts = partOf<ServerParts>({
    vault: {
      secret: (ref: string) => vault.secret(ref),
      mac: (purpose: string, text: string) => {
        hashed += 1;
        return vault.mac(purpose, text);
      },
    },
    reads: {
      integrations: { all: () => rows.values() },
      heartbeats: { all: () => new Map<string, HeartbeatRow>().values(), get: () => undefined },
    },
    memory: { onChange: (listener: typeof notifyRow) => (notifyRow = listener) },
    side: {
      lastUses: {
        note: (hash: string) => uses.push(hash),
        of: (hash: string) => (uses.includes(hash) ? now : undefined),
      },
      refusedUses: { note: (hash: string) => refused.push(hash) },
    },
    clock: { now: () => now },
    log: { head: () => Promise.resolve({ ordinal: 1, token: '1' }) },
    feed: { waitForToken: () => waitReached() },
  });
  const issue = (id: string): { key: string; row: IntegrationRow } => {
    const key = createIntegrationKey();
    vault.putSecret(`ref-${id}`, key);
    const keys = [{ keyHash: keyHashOf({ vault }, key), keyRef: `ref-${id}`, since: now }];
    const row: IntegrationRow = { id, teamId: 't', serviceId: 's', name: id, kind: 'generic', keys, endedKeys: [] };
    return { key, row };
  };
  const change = (id: string, row: IntegrationRow | null): void => notifyRow('integrations', id, row);
  return {
    parts,
    rows,
    issue,
    change,
    uses,
    refused,
    hashed: () => hashed,
    lag: (until: () => Promise<void>): void => void (waitReached = until),
  };
};

describe('keys of integrations', () => {
  it('are found from the moment that memory has them until they end, and are hashed once', async () => {
    const { parts, rows, issue, change, uses, refused, hashed } = coreWith();
    const first = issue('one');
    rows.set('one', first.row);
    const keys = new Keys(parts);
    const before = hashed();
    for (let n = 0; n < 3; n += 1) expect(keys.find(first.key)?.id).toBe('one');
    expect([hashed() - before, uses.length]).toEqual([1, 3]);
    const second = issue('two');
    expect(keys.find(second.key)).toBeUndefined();
    change('two', second.row);
    expect(keys.find(second.key)?.id).toBe('two');
    const [ended] = second.row.keys;
    change('two', { ...second.row, keys: [], endedKeys: [{ keyHash: ended!.keyHash, since: now, until: now }] });
    expect([keys.find(second.key), await keys.findAtHead(second.key)]).toEqual([undefined, 'unknown']);
    expect(refused).toEqual([ended!.keyHash]);
    change('one', null);
    expect(keys.find(first.key)).toBeUndefined();
    expect(keys.knownKeys.stripText(first.key)).toBe(first.key);
  });

  it('of another system end by themselves, but never the only one that was used; capitals are a key only where they were given', async () => {
    const { parts, rows, issue, refused } = coreWith();
    const { key, row } = issue('one');
    const old = { keyHash: keyHashOf(parts, oldKey), keyRef: 'old', since: now, from: 'pagerduty' as const };
    const [ended, lasting] = ['2026-11-21T03:11:59.000Z', '2026-11-21T03:12:01.000Z'];
    rows.set('one', { ...row, keys: [...row.keys, { ...old, endsAt: lasting }] });
    expect([new Keys(parts).find(oldKey)?.id, new Keys(parts).find(oldKey.toLowerCase())]).toEqual(['one', undefined]);
    rows.set('one', { ...row, keys: [...row.keys, { ...old, endsAt: ended }] });
    const keys = new Keys(parts);
    // senders have only the old one
    expect([keys.find(oldKey)?.id, (await keys.findAtHead(oldKey)) === rows.get('one'), refused]).toEqual(['one', true, []]);
    expect(keys.find(key)?.id).toBe('one');
    expect([keys.find(oldKey), await keys.findAtHead(oldKey), keys.find(key)?.id]).toEqual([undefined, 'unknown', 'one']);
    expect(refused).toEqual([old.keyHash]);
    rows.set('one', { ...row, keys: [{ ...old, endsAt: ended }] });
    expect(new Keys(parts).find(oldKey)?.id).toBe('one');
  });

  it('that lead to another integration still do when the one that had them first changes', () => {
    const { parts, rows, issue, change } = coreWith();
    const { key, row } = issue('one');
    rows.set('one', row);
    const keys = new Keys(parts);
    change('two', { ...row, id: 'two' });
    change('one', null);
    expect(keys.find(key)?.id).toBe('two');
  });

  it('are found as a UUID and in capitals too, and hashed once', async () => {
    const { parts, rows, issue, hashed } = coreWith();
    const { key, row } = issue('one');
    rows.set('one', row);
    const keys = new Keys(parts);
    const before = hashed();
    const dashed = key.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    for (const written of [dashed, dashed.toUpperCase(), key.toUpperCase(), key]) {
      expect([keys.find(written)?.id, await keys.findAtHead(written)]).toEqual(['one', row]);
    }
    expect(hashed() - before).toBe(1);
  });

  it('that could be none are not hashed', async () => {
    const { parts, hashed } = coreWith();
    const keys = new Keys(parts);
    for (const text of ['', 'x'.repeat(1_000_000), `${createIntegrationKey()}0`, `-${createIntegrationKey()}`]) {
      expect([keys.find(text), await keys.findAtHead(text)]).toEqual([undefined, 'unknown']);
    }
    expect(hashed()).toBe(0);
  });

  it('are unknown for sure only once memory has all that is on the log: one that was issued meanwhile is found', async () => {
    const { parts, issue, change, lag } = coreWith();
    const keys = new Keys(parts);
    const { key, row } = issue('one');
    let catchUp: () => void = () => {};
    const caughtUp = new Promise<void>((resolve) => (catchUp = resolve));
    lag(() => caughtUp);
    const answer = keys.findAtHead(key);
    await new Promise(setImmediate);
    change('one', row);
    catchUp();
    expect(await answer).toBe(row);
    expect(await keys.findAtHead(createIntegrationKey())).toBe('unknown');
    parts.log.head = () => Promise.reject(new Error('the log does not answer'));
    expect(await keys.findAtHead(createIntegrationKey())).toBe('not_known_yet');
  });
});
