import { factMetaOf, type Decider, type Message, type FactMeta } from '@tocsin/kernel/decide/decider.js';
import type { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import type { Rows } from '@tocsin/kernel/rows/memory-table.js';
import { Refusal } from '@tocsin/kernel/decide/refusal.js';
import type { Domain } from '@tocsin/kernel/registry.js';
import { addMillis } from '@tocsin/kernel/time.js';
import type { View } from '@tocsin/kernel/rows/view.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';

interface Order {
  readonly id: string;
  readonly dueAt: string | null;
  readonly plannedBy: string;
  readonly state: 'open' | 'asked' | 'paid' | 'dropped';
}
interface Reads {
  readonly prices: Rows<{ price: number }>;
}
type Command = { readonly type: 'Order' | 'Ask' | 'Pay' | 'Drop'; readonly data: { readonly id: string; readonly ok?: boolean } };
type Fact =
  | { readonly type: 'Ordered'; readonly data: { id: string; price: number; dueAt: string } }
  | { readonly type: 'Asked' | 'Paid' | 'Dropped' | 'Declined'; readonly data: { id: string } };

const byId = ({ id }: { readonly id: string }): string => id;

/** Orders that are paid for by a slow bank, and dropped after a minute without payment. */
export const orders: Decider<Order, Command, Fact, Reads> = {
  category: 'order',
  initial: { id: '', dueAt: null, plannedBy: '', state: 'open' },
  streamId: { Order: byId, Ask: byId, Pay: byId, Drop: byId },
  decide: {
    Order: ({ id }, state, { now, reads }) =>
      state.id
        ? new Refusal('known')
        : [{ type: 'Ordered', data: { id, price: reads.prices.get('tea')?.price ?? 0, dueAt: addMillis(now, 60_000) } }],
    Ask: ({ id }, { state }) => (state === 'open' ? [{ type: 'Asked', data: { id } }] : []),
    Pay: ({ id, ok }, { state }) => (state === 'asked' ? [{ type: ok ? 'Paid' : 'Declined', data: { id } }] : []),
    Drop: ({ id }, { state }) => (state === 'paid' ? [] : [{ type: 'Dropped', data: { id } }]),
  },
  evolve: {
    Ordered: (state, { id, dueAt }, { eventId }) => ({ ...state, id, dueAt, plannedBy: eventId }),
    Asked: (state) => ({ ...state, state: 'asked' }),
    Declined: (state) => state,
    Paid: (state) => ({ ...state, dueAt: null, state: 'paid' }),
    Dropped: (state) => ({ ...state, dueAt: null, state: 'dropped' }),
  },
};

const countDecider: Decider<
  number,
  { type: 'Count'; data: { from: number; upTo: number; cups: number } },
  { type: 'Counted'; data: object }
> = {
  category: 'till',
  isSingle: true,
  initial: 0,
  streamId: { Count: () => '' },
  decide: { Count: (data) => [{ type: 'Counted', data }] },
  evolve: { Counted: (state) => state + 1 },
};

const keeper: Decider<null, { type: 'KeepProgress'; data: object }, { type: 'Progressed'; data: object }> = {
  category: 'keeper',
  isSingle: true,
  initial: null,
  streamId: { KeepProgress: () => '' },
  decide: { KeepProgress: () => [{ type: 'Progressed', data: {} }] },
  evolve: { Progressed: () => null },
};

const ordersView: View<Order> = {
  name: 'orders',
  hasHistory: false,
  on: Object.fromEntries(
    Object.entries(orders.evolve).map(([type, step]) => [
      type,
      {
        keys: (event: Recorded) => [(event.data as Order).id],
        row: (row: Order | undefined, event: Recorded) =>
          (step as (state: Order, data: unknown, when: FactMeta) => Order)(row ?? orders.initial, event.data, factMetaOf(event)),
      },
    ]),
  ),
};
const pricesView: View<{ price: number }> = {
  name: 'prices',
  hasHistory: false,
  on: { PriceSet: { keys: () => ['tea'], row: (_row, event) => event.data as { price: number } } },
};

/** A tea shop: uses every feature of the engine, and no noun of on-call. */
export const toyShop: Domain = {
  logic: 'tea-1',
  deciders: [orders, countDecider, keeper],
  progress: { type: 'KeepProgress', data: {} },
  processes: [{ name: 'bank', on: { Ordered: { then: ({ data }: Recorded) => [{ type: 'Ask', data: { id: (data as Order).id } }] } } }],
  gatherings: [
    {
      type: 'CupSold',
      bounds: [{ most: 3, of: () => 1 }],
      isWhole: () => true,
      command: ({ from, upTo, events }) => ({ type: 'Count', data: { from, upTo, cups: events.length } }),
    },
  ],
  views: [ordersView],
  memory: [ordersView, pricesView],
  timers: [
    {
      view: 'orders',
      category: 'order',
      due: ({ id, dueAt, plannedBy }: Order) =>
        dueAt === null ? [] : [{ name: 'drop', dueAt, plannedBy, command: { type: 'Drop', data: { id } } }],
    },
  ],
  inputs: {
    Progressed: (): Message => ({ type: 'KeepProgress', data: {} }),
    Ordered: ({ id }: Order): Message => ({ type: 'Order', data: { id } }),
    Paid: ({ id }: Order): Message => ({ type: 'Pay', data: { id, ok: true } }),
    Declined: ({ id }: Order): Message => ({ type: 'Pay', data: { id, ok: false } }),
  },
  reads: (memory: MemoryRows): Reads => ({ prices: memory.rows('prices') }),
  upcasters: {},
  causes: {},
};
