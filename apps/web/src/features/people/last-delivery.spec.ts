import type { MethodReceipt } from '@tocsin/contracts/contacts/receipts.js';
import { lastDelivery } from './last-delivery.js';

const receipt = (contactMethodId: string, sentAt: string | null): MethodReceipt => ({
  contactMethodId,
  since: '2026-11-01T00:00:00.000Z',
  sentAt,
  deliveredAt: null,
  failed: null,
});
const contact = {
  methods: (['push', 'email'] as const).map((kind) => ({
    contactMethodId: kind,
    kind,
    address: kind,
    verified: true,
    verification: null,
    secretRef: null,
  })),
};

it('is the newest message that was taken, by its method', () =>
  expect(
    lastDelivery(contact, { methods: [receipt('push', '2026-11-20T10:00:00.000Z'), receipt('email', '2026-11-21T10:00:00.000Z')] }),
  ).toEqual({ at: '2026-11-21T10:00:00.000Z', by: 'e-mail' }));

it('is none before the first, and none of a method that is gone', () => {
  expect(lastDelivery(contact, { methods: [receipt('push', null), receipt('gone', '2026-11-20T10:00:00.000Z')] })).toBeNull();
  expect(lastDelivery(undefined, undefined)).toBeNull();
});
