import { deliveryReasons } from '@tocsin/contracts/alert-groups/delivery-reasons.js';
import * as connectionLimits from '@tocsin/contracts/connections/limits.js';
import { z } from 'zod';
import { postToPushover, readPushover } from './pushover.js';
import type { ConnectionTest } from './test-of.js';

export const testPushover: ConnectionTest = async ({ http, account, to }) => {
  const message = { user: to, title: 'Tocsin', message: 'Test message from Tocsin.' };
  const read = readPushover(
    await postToPushover(http, account, 'messages', message, { deadlineMs: connectionLimits.testDeadline }),
    z.object({ request: z.string() }),
  );
  return read.ok ? { ok: true, why: null } : { ok: false, why: `${deliveryReasons[read.reason]} ${read.detail}` };
};
