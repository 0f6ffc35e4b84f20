import { deliveryReasons } from '@tocsin/contracts/alert-groups/delivery-reasons.js';
import * as connectionLimits from '@tocsin/contracts/connections/limits.js';
import type { ConnectionTest } from '../../connections/test-of.js';
import { isBeneath } from '../../core/hook-server.js';
import { postToHook } from '../hook-chat.js';
import { mattermost } from './channel.js';

/** A message to a webhook beneath the server’s address. */
export const testMattermost: ConnectionTest = async ({ http, account, to, now }) => {
  if (!isBeneath(account.fields['baseUrl'] ?? '', to)) return { ok: false, why: 'The webhook is not beneath the address of the server.' };
  const dependencies = {
    calls: { http },
    server: { clock: { now: () => now } },
    connected: () => ({ withButtons: (json: object) => json }),
  };
  const body = mattermost.bodyOf({ title: 'Tocsin', lines: ['Test message from Tocsin.'], isQuiet: true });
  const outcome = await postToHook(mattermost, dependencies, to, body, { deadlineMs: connectionLimits.testDeadline });
  return outcome.ok ? { ok: true, why: null } : { ok: false, why: `${deliveryReasons[outcome.reason]} ${outcome.detail}` };
};
