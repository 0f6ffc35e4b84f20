import { deliveryReasons } from '@tocsin/contracts/alert-groups/delivery-reasons.js';
import * as connectionLimits from '@tocsin/contracts/connections/limits.js';
import type { ConnectionTestResult } from '@tocsin/contracts/connections/noun.js';
import { z } from 'zod';
import { callTelegram, readTelegram, type TelegramAnswer } from './telegram.js';
import type { ConnectionTest } from './test-of.js';

const refused = (why: string): ConnectionTestResult => ({ ok: false, why });
const whyOf = ({ reason, detail }: Extract<TelegramAnswer<unknown>, { ok: false }>): string => `${deliveryReasons[reason]} ${detail}`;

/** The token, whose bot it is, and a message where a chat was given. It takes no updates: they belong to whoever polls. */
export const testTelegram: ConnectionTest = async ({ http, account, to }) => {
  const limits = { deadlineMs: connectionLimits.testDeadline / 2 };
  const me = readTelegram(await callTelegram(http, account, 'getMe', {}, limits), z.object({ username: z.string() }));
  if (!me.ok) return refused(`Token: ${whyOf(me)}`);
  const { username } = me.value;
  if (username.toLowerCase() !== account.fields['botName']?.toLowerCase())
    return refused(`The token is that of another bot, @${username}.`);
  if (to === '') return { ok: true, why: null };
  const message = { chat_id: Number(to), text: 'Test message from Tocsin.' };
  const sent = readTelegram(await callTelegram(http, account, 'sendMessage', message, limits), z.object({ message_id: z.number() }));
  return sent.ok ? { ok: true, why: null } : refused(whyOf(sent));
};
