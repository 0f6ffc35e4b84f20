import { deliveryReasons } from '@tocsin/contracts/alert-groups/delivery-reasons.js';
import * as connectionLimits from '@tocsin/contracts/connections/limits.js';
import type { ConnectionTestResult } from '@tocsin/contracts/connections/noun.js';
import { z } from 'zod';
import { callSlack, readSlack, type SlackAnswer } from './slack.js';
import type { ConnectionTest, TestOf } from './test-of.js';

/** What the app of the manifest may do. */
export const slackScopes = ['chat:write', 'chat:write.public', 'users:read'] as const;

const refused = (why: string): ConnectionTestResult => ({ ok: false, why });
const whyOf = ({ reason, detail }: Extract<SlackAnswer<unknown>, { ok: false }>): string => `${deliveryReasons[reason]} ${detail}`;

const message = JSON.stringify([
  {
    type: 'section',
    text: {
      type: 'mrkdwn',
      text: 'Test message from Tocsin. Once the connection is saved, press the button: the answer is for you alone.',
    },
  },
  { type: 'actions', elements: [{ type: 'button', action_id: 'test', text: { type: 'plain_text', text: 'Test' }, value: 'test' }] },
]);

const openSocket = async ({ http, account, now }: Omit<TestOf, 'to'>, limits: { readonly deadlineMs: number }) =>
  readSlack(await callSlack(http, account, 'apps.connections.open', {}, limits, 'appToken'), z.object({ url: z.string() }), now);

/** Both tokens, the scopes of the app, and a message with a button. */
export const testSlack: ConnectionTest = async ({ http, account, to, now }) => {
  const limits = { deadlineMs: connectionLimits.testDeadline };
  const auth = await callSlack(http, account, 'auth.test', {}, limits);
  const identity = readSlack(auth, z.object({ team: z.string() }), now);
  if (!identity.ok) return refused(`Bot token: ${whyOf(identity)}`);
  const granted = String(auth.headers['x-oauth-scopes'] ?? '').split(',');
  const missing = slackScopes.filter((scope) => !granted.includes(scope));
  if (missing.length > 0)
    return refused(`The app lacks the scopes ${missing.join(', ')}: add them under “OAuth & Permissions”, and install it again.`);
  const socket = account.secrets['appToken'] === undefined ? null : await openSocket({ http, account, now }, limits);
  if (socket && !socket.ok)
    return refused(`App-level token: ${whyOf(socket)} It needs the scope connections:write, and Socket Mode turned on.`);
  const sent = readSlack(
    await callSlack(http, account, 'chat.postMessage', { channel: to, text: 'Test message from Tocsin.', blocks: message }, limits),
    z.object({ ts: z.string() }),
    now,
  );
  return sent.ok ? { ok: true, why: null } : refused(whyOf(sent));
};
