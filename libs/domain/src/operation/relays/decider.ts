import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { RelayFact } from '@tocsin/contracts/relays/noun.js';
import type { Decider } from '@tocsin/kernel/decide/decider.js';
import type { Inputs } from '@tocsin/kernel/registry.js';

type RelayCommand = { readonly type: 'RecordRelay'; readonly data: FactOf<'RelayProgressed'> };

/** The stream `relay-<integrationId>`: answers of the other system are recorded, never decided. */
export const relayDecider: Decider<null, RelayCommand, RelayFact> = {
  category: 'relay',
  initial: null,
  streamId: { RecordRelay: ({ integrationId }) => integrationId },
  decide: { RecordRelay: (data) => [{ type: 'RelayProgressed', data }] },
  evolve: { RelayProgressed: (state) => state },
};

export const inputs: Inputs = { RelayProgressed: (data: FactOf<'RelayProgressed'>) => ({ type: 'RecordRelay', data }) };
