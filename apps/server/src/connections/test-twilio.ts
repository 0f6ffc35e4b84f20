import { deliveryReasons } from '@tocsin/contracts/alert-groups/delivery-reasons.js';
import * as connectionLimits from '@tocsin/contracts/connections/limits.js';
import type { ConnectionTest } from './test-of.js';
import { callTwilio, senderField } from './twilio.js';
import { toOutcome } from './twilio-answers.js';

export const testTwilio: ConnectionTest = async ({ http, account, to, now }) => {
  const form = [senderField(account, to), ['To', to], ['Body', 'Test message from Tocsin.'], ['ValidityPeriod', '300']] as const;
  const answer = await callTwilio(http, account, 'Messages', form, { deadlineMs: connectionLimits.testDeadline });
  const outcome = toOutcome(answer, now);
  return outcome.ok ? { ok: true, why: null } : { ok: false, why: `${deliveryReasons[outcome.reason]} ${outcome.detail}` };
};
