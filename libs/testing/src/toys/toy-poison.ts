import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { AnyDecider, Decider, Message } from '@tocsin/kernel/decide/decider.js';
import { failureKeyOf, type Failure, type RetryRequest } from '@tocsin/kernel/react/failure.js';
import type { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import type { Domain, EventRun } from '@tocsin/kernel/registry.js';
import type { View } from '@tocsin/kernel/rows/view.js';
import { orders, toyShop } from './toy-shop.js';

type Cup = Recorded<'CupSold', { readonly bad?: boolean }>;
type FailureCommand =
  { readonly type: 'RecordFailure'; readonly data: Failure } | { readonly type: 'TryAgain'; readonly data: RetryRequest };
type FailureFact = { type: 'GivenUp'; data: Failure } | { type: 'TriedAgain'; data: RetryRequest };

const failures: Decider<number, FailureCommand, FailureFact> = {
  category: 'failures',
  isSingle: true,
  initial: 0,
  streamId: { RecordFailure: () => '', TryAgain: () => '' },
  decide: {
    RecordFailure: (data) => [{ type: 'GivenUp', data }],
    TryAgain: (data) => [{ type: 'TriedAgain', data }],
  },
  evolve: { GivenUp: (count) => count + 1, TriedAgain: (count) => count },
};

const retriedView: View<string> = {
  name: 'retried',
  hasHistory: false,
  on: { TriedAgain: { keys: ({ data }: Recorded) => (data as RetryRequest).failures.map(failureKeyOf), row: (_row, { id }) => id } },
};

/** The command that retries what these events gave up. */
export const tryAgain = (givenUp: readonly Recorded[]): Message => ({
  type: 'TryAgain',
  data: { failures: givenUp.map(({ id, data }) => ({ id, ...(data as Failure) })) },
});

/** Whether the planted faults fail. */
export const poison = { isThere: true };

const throwIfPoisoned = <T>(place: string, healthy: () => T): T => {
  if (!poison.isThere) return healthy();
  throw new TypeError(`${place} can’t be done with secret-of-${place}`);
};
const isBad = ({ data }: Recorded): boolean => String((data as { id?: string }).id).startsWith('bad');

const till = toyShop.deciders.find(({ category }) => category === 'till')!;

const healthy: AnyDecider = orders;
const poisonedOrders: AnyDecider = {
  ...healthy,
  decide: {
    ...healthy.decide,
    Drop: (data, state, context) => {
      const drop = () => healthy.decide['Drop']!(data, state, context);
      return data.id.startsWith('badly') ? throwIfPoisoned('Drop', drop) : drop();
    },
  },
};

const poisonedTill: AnyDecider = {
  ...till,
  streamId: { ...till.streamId, CountPlainly: () => '' },
  decide: {
    Count: (data: { readonly bad: boolean }) => {
      const count = (): readonly Message[] => [{ type: 'Counted', data }];
      return data.bad ? throwIfPoisoned('Count', count) : count();
    },
    CountPlainly: (data) => [{ type: 'CountedPlainly', data }],
  },
};

/** The command about a bad order, once that can be decided. */
const payCommand = ({ data }: Recorded): Message => ({ type: 'Pay', data: { id: (data as { id: string }).id, ok: false } });

const cupsIn = ({ from, upTo, events }: EventRun): object => ({
  from,
  upTo,
  cups: events.length,
  bad: (events as readonly Cup[]).some(({ data }) => data.bad),
});

/** The toy shop with planted faults: reactions and timers of orders, and runs of cups, that can’t be decided. */
export const poisonedShop: Domain = {
  ...toyShop,
  deciders: [poisonedOrders, poisonedTill, failures, ...toyShop.deciders.filter(({ category }) => category === 'keeper')],
  processes: [
    {
      name: 'poison',
      on: { Ordered: { then: (event: Recorded) => (isBad(event) ? throwIfPoisoned('poison', () => [payCommand(event)]) : []) } },
    },
    ...toyShop.processes,
  ],
  gatherings: toyShop.gatherings.map((gathering) => ({
    ...gathering,
    command: (run) => ({ type: 'Count', data: cupsIn(run) }),
    instead: (run) => ({ type: 'CountPlainly', data: cupsIn(run) }),
  })),
  failures: {
    type: 'GivenUp',
    record: (data): Message => ({ type: 'RecordFailure', data }),
    retries: {
      type: 'TriedAgain',
      lastRequestId: (memory: MemoryRows, failure) => memory.rows<string>('retried').get(failureKeyOf(failure)),
    },
    fallbackCommand: () => undefined,
  },
  memory: [...toyShop.memory, retriedView],
  inputs: {
    ...toyShop.inputs,
    GivenUp: (data: Failure): Message => ({ type: 'RecordFailure', data }),
    TriedAgain: (data: RetryRequest): Message => ({ type: 'TryAgain', data }),
  },
};
