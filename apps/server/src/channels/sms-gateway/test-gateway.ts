import { deliveryReasons } from '@tocsin/contracts/alert-groups/delivery-reasons.js';
import * as connectionLimits from '@tocsin/contracts/connections/limits.js';
import type { ConnectionTest } from '../../connections/test-of.js';
import { callGateway, readGateway } from './gateway.js';

export const testGateway: ConnectionTest = async ({ http, account, to, now }) => {
  const sms = { to, text: 'Test message from Tocsin.' };
  const read = readGateway(account, await callGateway(http, account, sms, { deadlineMs: connectionLimits.testDeadline }), now);
  return read.ok ? { ok: true, why: null } : { ok: false, why: `${deliveryReasons[read.reason]} ${read.detail}` };
};
