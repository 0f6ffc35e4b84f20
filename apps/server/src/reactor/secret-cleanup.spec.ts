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
