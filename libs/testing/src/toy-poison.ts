import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { AnyDecider, Decider, Message } from '@tocsin/kernel/decider.js';
import type { Failure } from '@tocsin/kernel/failure.js';
import type { Domain } from '@tocsin/kernel/registry.js';
import { orders, toyShop } from './toy-shop.js';

type Cup = Recorded<'CupSold', { readonly bad?: boolean }>;
interface Recorder {
  readonly type: 'RecordFailure';
  readonly data: Failure;
}

const failures: Decider<number, Recorder, { type: 'GivenUp'; data: Failure }> = {
  category: 'failures',
  single: true,
  initial: 0,
  streamId: { RecordFailure: () => '' },
  decide: { RecordFailure: (data) => [{ type: 'GivenUp', data }] },
  evolve: { GivenUp: (count) => count + 1 },
};

const failing = (what: string): never => {
  throw new TypeError(`${what} can’t be done with secret-of-${what}`);
};
const isBad = ({ data }: Recorded): boolean => String((data as { id?: string }).id).startsWith('bad');

const till = toyShop.deciders.find(({ category }) => category === 'till')!;

const healthy: AnyDecider = orders;
const poisonedOrders: AnyDecider = {
  ...healthy,
  decide: {
    ...healthy.decide,
    Drop: (data, state, context) => (data.id.startsWith('badly') ? failing('Drop') : healthy.decide['Drop']!(data, state, context)),
  },
};

const poisonedTill: AnyDecider = {
  ...till,
  streamId: { ...till.streamId, CountPlainly: () => '' },
  decide: {
    Count: (data: { readonly bad: boolean }) => (data.bad ? failing('Count') : [{ type: 'Counted', data }]),
    CountPlainly: (data) => [{ type: 'CountedPlainly', data }],
  },
};

/** The toy shop with faults planted in it: reactions and timers of orders, and runs of cups, that can’t be decided. */
export const poisonedShop: Domain = {
  ...toyShop,
  deciders: [poisonedOrders, poisonedTill, failures, ...toyShop.deciders.filter(({ category }) => category === 'keeper')],
  processes: [
    { name: 'poison', on: { Ordered: { then: (event: Recorded) => (isBad(event) ? failing('poison') : []) } } },
    ...toyShop.processes,
  ],
  gatherings: toyShop.gatherings.map((gathering) => ({
    ...gathering,
    most: 8,
    command: ({ from, upTo, events }) => ({
      type: 'Count',
      data: { from, upTo, cups: events.length, bad: (events as readonly Cup[]).some(({ data }) => data.bad) },
    }),
  })),
  failures: {
    type: 'GivenUp',
    record: (data): Message => ({ type: 'RecordFailure', data }),
    instead: ({ type, data }) => (type === 'Count' ? { type: 'CountPlainly', data } : undefined),
  },
  inputs: { ...toyShop.inputs, GivenUp: (data: Failure): Message => ({ type: 'RecordFailure', data }) },
};
