import type { FactOf, RecordedFact, RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { MethodReceipt, ReceiptsRow } from '@tocsin/contracts/contacts/receipts.js';
import type { RowChange, View } from '@tocsin/kernel/rows/view.js';

type Method = 'ContactMethodAdded' | 'ContactMethodVerified' | 'PushSubscriptionRenewed';
type Attempt = 'AttemptSent' | 'AttemptDelivered' | 'AttemptRead' | 'AttemptFailed';

const changeReceipt = (row: ReceiptsRow, id: string, change: (receipt: MethodReceipt) => MethodReceipt): ReceiptsRow => ({
  ...row,
  methods: row.methods.map((receipt) => (receipt.contactMethodId === id ? change(receipt) : receipt)),
});

/** A method that is added or verified again starts without a failure. */
const resetReceipt: RowChange<ReceiptsRow, RecordedOf<Method>> = {
  keys: ({ data }) => [data.personId],
  row: (row, { data: { personId, contactMethodId }, meta }) => {
    const { methods } = row ?? { methods: [] };
    const before = methods.find((one) => one.contactMethodId === contactMethodId) ?? { sentAt: null, deliveredAt: null };
    const receipt: MethodReceipt = { ...before, contactMethodId, since: meta.at, failed: null };
    return { ...row, id: personId, methods: [...methods.filter((one) => one.contactMethodId !== contactMethodId), receipt] };
  },
};

/** A method that was removed meanwhile is not added again. */
const onAttempt = <T extends Attempt>(
  change: (receipt: MethodReceipt, data: FactOf<T>, at: string) => MethodReceipt,
): RowChange<ReceiptsRow, RecordedOf<T>> => ({
  keys: ({ data }) => [data.to.personId],
  row: (row, { data, meta }) => row && changeReceipt(row, data.to.contactMethodId, (receipt) => change(receipt, data, meta.at)),
});

const applyDelivered = (receipt: MethodReceipt, _data: unknown, at: string): MethodReceipt => ({
  ...receipt,
  deliveredAt: at,
  failed: null,
});

const onDelivery = (): RowChange<ReceiptsRow, RecordedOf<'AttemptDelivered' | 'AttemptRead'>> => {
  const { keys, row: change } = onAttempt<'AttemptDelivered'>(applyDelivered);
  return {
    keys: keys as (event: RecordedOf<'AttemptDelivered' | 'AttemptRead'>) => readonly string[],
    row: (row, event, key) => {
      const changed = change(row, event as RecordedOf<'AttemptDelivered'>, key);
      const { at } = event.meta;
      return changed && { ...changed, arrived: { ...changed.arrived, [String(Number(at.slice(11, 13)))]: at.slice(0, 10) } };
    },
  };
};

/** A paused store calls no provider: its failures say nothing about the method. */
const applyFailed = (receipt: MethodReceipt, { reason }: FactOf<'AttemptFailed'>, at: string): MethodReceipt =>
  reason === 'delivery.held' ? receipt : { ...receipt, failed: { at, reason, inARow: (receipt.failed?.inARow ?? 0) + 1 } };

/** When each contact method of a person last worked, or failed. */
export const receiptsView: View<ReceiptsRow, RecordedFact> = {
  name: 'receipts',
  version: 2,
  hasHistory: true,
  on: {
    ContactMethodAdded: resetReceipt,
    ContactMethodVerified: resetReceipt,
    PushSubscriptionRenewed: resetReceipt,
    ContactMethodRemoved: {
      keys: ({ data }) => [data.personId],
      row: (row, { data }) => row && { ...row, methods: row.methods.filter((one) => one.contactMethodId !== data.contactMethodId) },
    },
    AttemptSent: onAttempt<'AttemptSent'>((receipt, _data, at) => ({ ...receipt, sentAt: at, failed: null })),
    AttemptDelivered: onDelivery(),
    AttemptRead: onDelivery(),
    AttemptFailed: onAttempt<'AttemptFailed'>(applyFailed),
    PersonErased: { keys: ({ data }) => [data.personId], row: () => null },
  },
};
