import type { ContactFact } from '@tocsin/contracts/contacts/events.js';
import { bo, idOf } from '../../configuration.fixture.js';
import { newestZonesVersion } from '../schedules/shared/wall-clock.js';

export const browserId = idOf('cb');
export const emailId = idOf('ce');
export const ruleId = idOf('41');

export const browserAdded: ContactFact = {
  type: 'ContactMethodAdded',
  data: { personId: bo, contactMethodId: browserId, kind: 'browser', address: '', verified: true, secretRef: null },
};
export const emailAdded: ContactFact = {
  type: 'ContactMethodAdded',
  data: { personId: bo, contactMethodId: emailId, kind: 'email', address: 'bo@example.org', verified: false, secretRef: null },
};
export const codeRequested: ContactFact = {
  type: 'VerificationAsked',
  data: { personId: bo, contactMethodId: emailId, expiresAt: '2026-11-21T03:42:00.000Z' },
};
export const codeSent: ContactFact = { type: 'VerificationSent', data: { personId: bo, contactMethodId: emailId } };
export const emailVerified: ContactFact = { type: 'ContactMethodVerified', data: { personId: bo, contactMethodId: emailId } };
export const searchId = idOf('51');
export const searchSaved: ContactFact = {
  type: 'SearchSaved',
  data: { personId: bo, searchId, name: 'What nobody has', query: 'state=firing&urgency=high' },
};
/** Turned on on a Saturday, in Tokyo. */
export const summaryOn = {
  type: 'WeeklySummaryTurnedOn',
  data: { personId: bo, dueAt: '2026-11-22T23:00:00.000Z', zones: newestZonesVersion() },
} as const satisfies ContactFact;
export const phoneOffered = {
  type: 'PhoneNumberOffered',
  data: {
    personId: bo,
    offerId: idOf('0f'),
    system: 'opsgenie',
    kind: 'sms',
    ending: '42',
    expiresAt: '2027-02-19T03:12:00.000Z',
    secretRef: 'phone-offer:1',
  },
} as const satisfies ContactFact;
export const highRule: ContactFact = {
  type: 'NotificationRuleAdded',
  data: { personId: bo, ruleId, urgency: 'high', contactMethodId: emailId, delayMinutes: 5 },
};

export const phoneId = idOf('cf');
export const phoneAdded: ContactFact = {
  type: 'ContactMethodAdded',
  data: {
    personId: bo,
    contactMethodId: phoneId,
    kind: 'push',
    address: 'https://push.example/1',
    verified: true,
    secretRef: 'keys-1',
    label: 'Chrome on Android',
  },
};
export const phoneLost: ContactFact = {
  type: 'ContactMethodDisabled',
  data: { personId: bo, contactMethodId: phoneId, reason: 'delivery.subscription_gone' },
};
export const phoneRenewed: ContactFact = {
  type: 'PushSubscriptionRenewed',
  data: { personId: bo, contactMethodId: phoneId, address: 'https://push.example/2', secretRef: 'keys-2' },
};
