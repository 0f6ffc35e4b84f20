import { effects } from '@tocsin/domain/operation/reactor/effects.js';
import { openEffectsView } from '@tocsin/domain/operation/reactor/open-effects.view.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import type { ReactorServerParts } from '../core/server-reach.js';
import { offerRef } from '../secrets/secret-refs.js';
import { createSecretCleanup } from './secret-cleanup.js';

const personId = 'ana';
const seedRef = 'seed:ana';

/** The vault after the effect of this event; `twoFactor` is what the account has by then. */
const vaultAfter = async (
  type: 'TwoFactorTurnedOn' | 'TwoFactorTurnedOff',
  twoFactor: { readonly secretRef: string } | undefined,
  secrets: Readonly<Record<string, string>>,
): Promise<ReadonlyMap<string, string>> => {
  const vault = new Map(Object.entries(secrets));
  const cleanup = createSecretCleanup(
    partOf<ReactorServerParts>({
      vault: { secret: (ref) => vault.get(ref) ?? null, dropSecret: (ref) => void vault.delete(ref) },
      runner: { readState: () => Promise.resolve({ twoFactor } as never) },
      log: { readStream: () => Promise.resolve([]) },
      codec: { decode: () => ({}) },
    }),
  );
  await cleanup[type]!({ data: { personId } } as never);
  return vault;
};
const offerOf = (secret: string): string => JSON.stringify({ secret, until: '2026-11-21T03:22:00.000Z' });

describe('an offered second factor', () => {
  it('goes once it was accepted', async () => {
    const vault = await vaultAfter('TwoFactorTurnedOn', { secretRef: seedRef }, { [offerRef(personId)]: offerOf('ABC'), [seedRef]: 'ABC' });
    expect([...vault.keys()]).toEqual([seedRef]);
  });

  it('stays when it is newer than the one that was turned off, or on', async () => {
    const offer = { [offerRef(personId)]: offerOf('NEW') };
    expect([...(await vaultAfter('TwoFactorTurnedOff', undefined, offer)).keys()]).toEqual([offerRef(personId)]);
    expect([...(await vaultAfter('TwoFactorTurnedOn', { secretRef: seedRef }, { ...offer, [seedRef]: 'ABC' })).keys()]).toContain(
      offerRef(personId),
    );
  });
});

it('deletes every secret at least once, also after a crash', () => {
  const types = Object.keys(createSecretCleanup(partOf<ReactorServerParts>({})));
  expect(types.filter((type) => !effects.types.includes(type) || !(type in openEffectsView.on))).toEqual([]);
});

it('keeps the secret of a connection that was just removed, which memory doesn’t know yet', async () => {
  const vault = new Map(['old', 'removed'].map((ref) => [ref, ref]));
  const cleanup = createSecretCleanup(
    partOf<ReactorServerParts>({
      vault: { dropSecret: (ref) => void vault.delete(ref) },
      runner: { readState: () => Promise.resolve(new Map() as never) },
      reads: { endingConnections: { all: () => [{ secretRef: 'removed' }].values() } },
      log: {
        readStream: (_stream, from) =>
          Promise.resolve(['old', 'removed'].map((secretRef, revision) => ({ secretRef, revision })).slice(from) as never),
      },
      codec: { decode: (event) => ({ data: event, meta: {} }) },
    }),
  );
  await cleanup['ConnectionChanged']!({ data: {} } as never);
  expect([...vault.keys()]).toEqual(['removed']);
});

it('deletes what was stored for steps of a plan that are never taken', async () => {
  const vault = new Map(['taken', 'key', 'secret', 'kept', 'other'].map((ref) => [ref, ref]));
  const stepOf = (data: object) => ({ command: { type: 'AnyCommand', data }, about: '', owned: [] });
  const events = [
    { planId: 'p', part: 0, steps: [stepOf({ keyRef: 'taken' }), stepOf({ keyRef: 'key' })] },
    { planId: 'other', part: 0, steps: [stepOf({}), stepOf({ secretRef: 'other' })] },
    { planId: 'p', part: 1, steps: [stepOf({ secretRef: 'secret' }), stepOf({ secretRef: 'kept', keepsSecret: true }), { command: null }] },
    { planId: 'p', source: 'default', steps: 5 },
  ];
  const cleanup = createSecretCleanup(
    partOf<ReactorServerParts>({
      vault: { dropSecret: (ref) => void vault.delete(ref) },
      log: { readStream: (_stream, from) => Promise.resolve(events.map((data, revision) => ({ data, revision })).slice(from) as never) },
      codec: { decode: ({ data }) => ({ data, meta: {} }) },
    }),
  );
  await cleanup['ConfigApplyStopped']!({ data: { planId: 'p', step: 1 } } as never);
  expect([...vault.keys()]).toEqual(['taken', 'kept', 'other']);
});
