import { duration } from '@tocsin/contracts/duration.js';
import { OutgoingFailed } from '@tocsin/platform/http/outgoing-failed.js';
import { z } from 'zod';
import { accountOf, type Account } from './accounts.js';
import type { FindMember } from './find-member.js';
import { callSlack, readSlack } from './slack.js';

const within = { deadlineMs: 5 * duration.second };
const workspace = z.object({ team: z.string(), team_id: z.string() });
const member = z.object({ user: z.object({ id: z.string(), team_id: z.string(), name: z.string(), deleted: z.boolean().default(false) }) });

const askOf = async ({ parts, outgoing }: Parameters<FindMember>[0], account: Account, id: string) =>
  readSlack(await callSlack(outgoing, account, 'users.info', { user: id }, within), member, parts.clock.now());

/** The account of a member ID: its address with the workspace, and how people know it. */
export const findSlackMember: FindMember = async (dependencies, id) => {
  const { parts, outgoing } = dependencies;
  const account = accountOf(parts, 'slack');
  if (!account) return { problem: 'none' };
  const team = readSlack(await callSlack(outgoing, account, 'auth.test', {}, within), workspace, parts.clock.now());
  if (!team.ok) return { problem: 'unreachable' };
  const found = await askOf(dependencies, account, id);
  if (!found.ok) return { problem: found.retry ? 'unreachable' : 'unknown' };
  const { user } = found.value;
  return user.deleted ? { problem: 'unknown' } : { address: `${user.team_id}/${user.id}`, label: `@${user.name} of ${team.value.team}` };
};

/** Gone: deactivated. One that this workspace doesn’t know may be of another, whose token was replaced by mistake. */
export const stateOfSlackMember = async (
  dependencies: Parameters<FindMember>[0],
  address: string,
): Promise<'there' | 'gone' | 'unasked'> => {
  const account = accountOf(dependencies.parts, 'slack');
  if (!account) return 'unasked';
  try {
    const found = await askOf(dependencies, account, address.slice(address.indexOf('/') + 1));
    if (!found.ok) return found.error === 'user_not_found' ? 'there' : 'unasked';
    return found.value.user.deleted ? 'gone' : 'there';
  } catch (error) {
    if (error instanceof OutgoingFailed) return 'unasked';
    throw error;
  }
};
