import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import { lostReasons, type DeliveryReason } from '@tocsin/contracts/alert-groups/delivery-reasons.js';
import type { Process, ProcessCommand } from '@tocsin/kernel/react/process.js';

const note = (subscriptionId: string, lost: DeliveryReason | null): readonly ProcessCommand[] => [
  { type: 'NoteReceiver', data: { subscriptionId, lost } },
];

/** What the calls of steps say of the channel of a chat: that nothing can be posted there, or something was. */
export const receiverLostProcess: Process<RecordedFact> = {
  name: 'receiver-lost',
  on: {
    WebhookCallFailed: { then: ({ data: { subscriptionId, reason } }) => (lostReasons.has(reason) ? note(subscriptionId, reason) : []) },
    WebhookCallSucceeded: { then: ({ data: { subscriptionId } }) => note(subscriptionId, null) },
  },
};
