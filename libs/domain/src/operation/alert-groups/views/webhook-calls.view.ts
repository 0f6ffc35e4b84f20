import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { ListedCallRow } from '@tocsin/contracts/alert-groups/webhook-calls.js';
import type { RowChange, View } from '@tocsin/kernel/rows/view.js';
import { callChanges, createCallRow, type CallFact } from './call-rows.js';

type Change = RowChange<ListedCallRow, RecordedFact>;

const keysOf: Change['keys'] = ({ data }) => [(data as { callId: string }).callId];

const createRow: Change['row'] = (_row, event) => {
  if (event.type !== 'WebhookCallPlanned') return undefined;
  const { callId: id, ...call } = createCallRow(event);
  const { groupId, number } = event.data;
  return { ...call, id, groupId, number };
};

const changeRow =
  (type: CallFact): Change['row'] =>
  (row, event) =>
    row && { ...row, ...(callChanges[type] as (event: RecordedFact) => Partial<ListedCallRow>)(event) };

/** Every webhook that a step called, of all alert groups: the message log for programs. */
export const webhookCallsView: View<ListedCallRow, RecordedFact> = {
  name: 'webhookCalls',
  hasHistory: false,
  columns: {
    groupId: ({ groupId }) => groupId,
    subscriptionId: ({ subscriptionId }) => subscriptionId,
    state: ({ state }) => state,
    plannedAt: ({ plannedAt }) => plannedAt,
  },
  on: {
    WebhookCallPlanned: { keys: keysOf, row: createRow },
    ...Object.fromEntries((Object.keys(callChanges) as CallFact[]).map((type) => [type, { keys: keysOf, row: changeRow(type) }])),
  },
};
