import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { Decider, Message } from '@tocsin/kernel/decide/decider.js';
import type { EffectEnd, OpenEffect } from '@tocsin/kernel/react/effects.js';
import type { RetryRequest } from '@tocsin/kernel/react/failure.js';
import type { Domain } from '@tocsin/kernel/registry.js';
import { addMillis } from '@tocsin/kernel/time.js';
import type { View } from '@tocsin/kernel/rows/view.js';
import { poisonedShop } from './toy-poison.js';

interface RecordEnd {
  readonly type: 'RecordEnd';
  readonly data: EffectEnd;
}

const receipts: Decider<boolean, RecordEnd, { type: 'ReceiptEnded'; data: EffectEnd }> = {
  category: 'receipt',
  initial: false,
  streamId: { RecordEnd: ({ about }) => about },
  decide: { RecordEnd: (data, hasEnded) => (hasEnded ? [] : [{ type: 'ReceiptEnded', data }]) },
  evolve: { ReceiptEnded: () => true },
};

/** Minutes within which a receipt is worth printing. */
export const receiptGoodFor = 10;

interface ToyReceipt extends OpenEffect {
  readonly isGivenUp?: boolean;
}

const openReceipts: View<ToyReceipt> = {
  name: 'openReceipts',
  hasHistory: false,
  on: {
    Ordered: {
      keys: ({ id }: Recorded) => [id],
      row: (_row, { type, ordinal, meta }: Recorded) => ({ type, ordinal, expiresAt: addMillis(meta.at, receiptGoodFor * 60_000) }),
    },
    ReceiptEnded: { keys: ({ data }: Recorded) => [(data as EffectEnd).about], row: () => null },
    GivenUp: {
      keys: ({ meta }: Recorded) => [meta.causationId ?? ''],
      row: (row: ToyReceipt | undefined) => (row ? { ...row, isGivenUp: true } : undefined),
    },
    TriedAgain: {
      keys: ({ data }: Recorded) => (data as RetryRequest).failures.map(({ stream }) => stream?.slice('receipt-'.length) ?? ''),
      row: (row: ToyReceipt | undefined) => (row ? { ...row, isGivenUp: false } : undefined),
    },
  },
};

/** The poisoned shop, in which every order requests a printed receipt, at least once. */
export const shopWithReceipts = (since = 0): Domain => ({
  ...poisonedShop,
  deciders: [...poisonedShop.deciders, receipts],
  memory: [...poisonedShop.memory, openReceipts],
  effects: {
    types: ['Ordered'],
    view: 'openReceipts',
    category: 'receipt',
    open: (row: ToyReceipt) => (row.isGivenUp ? [] : [row]),
    pendingSince: () => since,
    end: (data): Message => ({ type: 'RecordEnd', data }),
  },
  inputs: { ...poisonedShop.inputs, ReceiptEnded: (data: EffectEnd): Message => ({ type: 'RecordEnd', data }) },
});
