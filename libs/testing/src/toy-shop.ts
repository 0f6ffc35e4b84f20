import type { Decider, Message } from '@tocsin/kernel/decider.js';
import type { MemoryRows, Rows } from '@tocsin/kernel/memory-rows.js';
import { Refused } from '@tocsin/kernel/refused.js';
import type { Domain } from '@tocsin/kernel/registry.js';
import { plus } from '@tocsin/kernel/time.js';
import type { View } from '@tocsin/kernel/view.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';

interface Order {
  readonly id: string;
  readonly dueAt: string | null;
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
  initial: { id: '', dueAt: null, state: 'open' },
  streamId: { Order: byId, Ask: byId, Pay: byId, Drop: byId },
  decide: {
    Order: ({ id }, state, { now, reads }) =>
      state.id
        ? new Refused('known')
        : [{ type: 'Ordered', data: { id, price: reads.prices.get('tea')?.price ?? 0, dueAt: plus(now, 60_000) } }],
    Ask: ({ id }, { state }) => (state === 'open' ? [{ type: 'Asked', data: { id } }] : []),
    Pay: ({ id, ok }, { state }) => (state === 'asked' ? [{ type: ok ? 'Paid' : 'Declined', data: { id } }] : []),
    Drop: ({ id }, { state }) => (state === 'paid' ? [] : [{ type: 'Dropped', data: { id } }]),
  },
  evolve: {
    Ordered: (state, { id, dueAt }) => ({ ...state, id, dueAt }),
    Asked: (state) => ({ ...state, state: 'asked' }),
    Declined: (state) => state,
    Paid: (state) => ({ ...state, dueAt: null, state: 'paid' }),
    Dropped: (state) => ({ ...state, dueAt: null, state: 'dropped' }),
  },
};

const counted: Decider<number, { type: 'Count'; data: { from: number; upTo: number; cups: number } }, { type: 'Counted'; data: object }> = {
  category: 'till',
  single: true,
  initial: 0,
  streamId: { Count: () => '' },
  decide: { Count: (data) => [{ type: 'Counted', data }] },
  evolve: { Counted: (state) => state + 1 },
};

const ordersView: View<Order> = {
  name: 'orders',
  past: false,
  on: Object.fromEntries(
    Object.entries(orders.evolve).map(([type, step]) => [
      type,
      {
        keys: (event: Recorded) => [(event.data as Order).id],
        row: (row: Order | undefined, event: Recorded) =>
          (step as (state: Order, data: unknown, when: unknown) => Order)(row ?? orders.initial, event.data, event.meta),
      },
    ]),
  ),
};
const pricesView: View<{ price: number }> = {
  name: 'prices',
  past: false,
  on: { PriceSet: { keys: () => ['tea'], row: (_row, event) => event.data as { price: number } } },
};

/** A tea shop: every way in which something can come about, and not one noun of on-call. */
export const toyShop: Domain = {
  logic: 'tea-1',
  deciders: [orders, counted],
  processes: [{ name: 'bank', on: { Ordered: { then: ({ data }: Recorded) => [{ type: 'Ask', data: { id: (data as Order).id } }] } } }],
  gatherings: [
    {
      type: 'CupSold',
      most: 3,
      mostWeight: 100,
      weigh: () => 1,
      command: ({ from, upTo, events }) => ({ type: 'Count', data: { from, upTo, cups: events.length } }),
    },
  ],
  views: [ordersView],
  memory: [ordersView, pricesView],
  timers: [
    {
      view: 'orders',
      category: 'order',
      due: ({ id, dueAt }: Order) => (dueAt === null ? [] : [{ name: 'drop', dueAt, command: { type: 'Drop', data: { id } } }]),
    },
  ],
  inputs: {
    Ordered: ({ id }: Order): Message => ({ type: 'Order', data: { id } }),
    Paid: ({ id }: Order): Message => ({ type: 'Pay', data: { id, ok: true } }),
    Declined: ({ id }: Order): Message => ({ type: 'Pay', data: { id, ok: false } }),
  },
  reads: (memory: MemoryRows): Reads => ({ prices: memory.rows('prices') }),
  upcasters: {},
};
