import { z } from 'zod';
import { duration } from '@tocsin/contracts/duration.js';
import { accountOf } from './accounts.js';
import type { FindMember } from './find-member.js';
import { callTelegram, readTelegram } from './telegram.js';

const within = { deadlineMs: 5 * duration.second };
const privateChat = z.object({
  type: z.literal('private'),
  username: z.string().optional(),
  first_name: z.string().default(''),
  last_name: z.string().default(''),
});

/** The account of a user’s number, once they have written to the bot: it knows nobody else. */
export const findTelegramUser: FindMember = async ({ parts, outgoing }, id) => {
  const account = accountOf(parts, 'telegram');
  if (!account) return { problem: 'none' };
  const found = readTelegram(await callTelegram(outgoing, account, 'getChat', { chat_id: Number(id) }, within), privateChat);
  if (!found.ok) return { problem: found.verdict === 'works' ? 'unknown' : 'unreachable' };
  const { username, first_name: first, last_name: last } = found.value;
  return { address: id, label: username === undefined ? `${first} ${last}`.trim() : `@${username}` };
};
