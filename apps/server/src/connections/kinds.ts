import { deliveryReasons } from '@tocsin/contracts/alert-groups/delivery-reasons.js';
import type { ConnectionKind } from '@tocsin/contracts/connections/kinds.js';
import * as connectionLimits from '@tocsin/contracts/connections/limits.js';
import type { ConnectionTestResult } from '@tocsin/contracts/connections/noun.js';
import { OutgoingFailed } from '@tocsin/platform/http/outgoing-failed.js';
import type { TestOf } from './test-of.js';
import { testPushover } from './test-pushover.js';
import { testSlack } from './test-slack.js';
import { testTelegram } from './test-telegram.js';
import { callTwilio, senderField } from './twilio.js';
import { toOutcome } from './twilio-answers.js';

const testTwilio = async ({ http, account, to, now }: TestOf): Promise<ConnectionTestResult> => {
  const form = [senderField(account, to), ['To', to], ['Body', 'Test message from Tocsin.'], ['ValidityPeriod', '300']] as const;
  const answer = await callTwilio(http, account, 'Messages', form, { deadlineMs: connectionLimits.testDeadline });
  const outcome = toOutcome(answer, now);
  return outcome.ok ? { ok: true, why: null } : { ok: false, why: `${deliveryReasons[outcome.reason]} ${outcome.detail}` };
};

const tests: { readonly [K in ConnectionKind]: (test: TestOf) => Promise<ConnectionTestResult> } = {
  twilio: testTwilio,
  slack: testSlack,
  telegram: testTelegram,
  pushover: testPushover,
};

/** Sends a message through an account as it was typed. What can’t be reached is a result. */
export const testConnection = async (kind: ConnectionKind, test: TestOf): Promise<ConnectionTestResult> => {
  try {
    return await tests[kind](test);
  } catch (error) {
    if (!(error instanceof OutgoingFailed)) throw error;
    return { ok: false, why: `${deliveryReasons[error.reason]} ${error.detail}` };
  }
};
