import { duration } from '@tocsin/contracts/duration.js';
import { z } from 'zod';
import { accountOf } from './accounts.js';
import type { FindMember } from './find-member.js';
import { callSlack, readSlack } from './slack.js';

const within = { deadlineMs: 5 * duration.second };
const workspace = z.object({ team: z.string(), team_id: z.string() });
const member = z.object({ user: z.object({ id: z.string(), team_id: z.string(), name: z.string(), deleted: z.boolean().default(false) }) });

/** The account of a member ID: its address with the workspace, and how people know it. */
export const findSlackMember: FindMember = async ({ parts, outgoing }, id) => {
  const account = accountOf(parts, 'slack');
  if (!account) return { problem: 'none' };
  const now = parts.clock.now();
  const team = readSlack(await callSlack(outgoing, account, 'auth.test', {}, within), workspace, now);
  if (!team.ok) return { problem: 'unreachable' };
  const found = readSlack(await callSlack(outgoing, account, 'users.info', { user: id }, within), member, now);
  if (!found.ok) return { problem: found.retry ? 'unreachable' : 'unknown' };
  const { user } = found.value;
  return user.deleted ? { problem: 'unknown' } : { address: `${user.team_id}/${user.id}`, label: `@${user.name} of ${team.value.team}` };
};
