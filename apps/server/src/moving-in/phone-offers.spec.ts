import { offersPerPerson } from '@tocsin/contracts/contacts/phone-offers.js';
import type { PersonNumbers } from '@tocsin/contracts/moving-in/phone-numbers.js';
import { systemActor } from '@tocsin/kernel/react/process.js';
import { MemoryVault } from '@tocsin/platform/vault/memory-vault.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import type { Dispatcher } from '../command/dispatcher.js';
import { PhoneOffers } from './phone-offers.js';

const bo = 'bo';
interface Offer {
  readonly offerId: string;
  readonly secretRef: string;
}

/** `taken`: how many of the offers that were sent the decision records. */
const world = (openBefore: number, taken = Number.POSITIVE_INFINITY) => {
  const open: Offer[] = Array.from({ length: openBefore }, (_, n) => ({ offerId: `before-${n}`, secretRef: `before-${n}` }));
  const vault = new MemoryVault();
  const put: string[] = [];
  const putSecret = vault.putSecret.bind(vault);
  vault.putSecret = (ref: string, value: string) => {
    put.push(ref);
    putSecret(ref, value);
  };
  const parts = {
    vault,
    feed: { waitForToken: () => Promise.resolve() },
    reads: {
      people: { all: () => [{ id: bo, email: 'bo@example.org' }] },
      contacts: { get: () => ({ methods: [], phoneOffers: [...open] }) },
    },
  };
  const send = (_type: string, { offers }: { readonly offers: readonly Offer[] }) => {
    open.push(...offers.slice(0, taken));
    return Promise.resolve({ token: 't' });
  };
  const subject = new PhoneOffers(partOf(parts as never), partOf<Dispatcher>({ send }));
  const inVault = () => put.filter((ref) => vault.secret(ref) !== null);
  return { open, inVault, offer: (people: readonly PersonNumbers[]) => subject.offer('opsgenie', people, systemActor) };
};
const numbered = (...numbers: readonly string[]): PersonNumbers => ({
  email: 'Bo@example.org',
  numbers: numbers.map((number) => ({ kind: 'sms', number })),
});

describe('phone numbers of another system', () => {
  it('are sealed only as far as there is room, and each once', async () => {
    const { open, inVault, offer } = world(offersPerPerson - 1);
    expect(await offer([numbered('+41791234501', '+41791234501', '+41791234502')])).toEqual({ people: 1, unknown: [] });
    expect(open).toHaveLength(offersPerPerson);
    expect(inVault()).toHaveLength(1);
  });

  it('are not counted, and kept nowhere, where there is no room', async () => {
    const { inVault, offer } = world(offersPerPerson);
    expect(await offer([numbered('+41791234501')])).toEqual({ people: 0, unknown: [] });
    expect(inVault()).toEqual([]);
  });

  it('leave the vault if another request was first, so that no event names them', async () => {
    const { inVault, offer } = world(0, 0);
    expect(await offer([numbered('+41791234501', '+41791234502')])).toEqual({ people: 0, unknown: [] });
    expect(inVault()).toEqual([]);
  });

  it('of people who are not here are given back', async () => {
    const { offer } = world(0);
    const stranger = { ...numbered('+41791234501'), email: 'cy@example.org' };
    expect(await offer([stranger, numbered('+41791234502')])).toEqual({ people: 1, unknown: [stranger] });
  });
});
