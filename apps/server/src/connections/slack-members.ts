import { duration } from '@tocsin/contracts/duration.js';
import { OutgoingFailed } from '@tocsin/platform/http/outgoing-failed.js';
import type { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { z } from 'zod';
import type { ServerParts } from '../core/server-parts.js';
import { HttpProblem } from '../problems/problem.js';
import { accountOf } from './accounts.js';
import { callSlack, readSlack } from './slack.js';

interface Dependencies {
  readonly parts: Pick<ServerParts, 'clock' | 'reads' | 'vault'>;
  readonly outgoing: Pick<OutgoingHttp, 'post'>;
}

const within = { deadlineMs: 5 * duration.second };
const workspace = z.object({ team: z.string(), team_id: z.string() });
const member = z.object({ user: z.object({ id: z.string(), team_id: z.string(), name: z.string(), deleted: z.boolean().default(false) }) });

const unreachable = (): HttpProblem => new HttpProblem('connection.not_answering');

/** The account of a member ID: its address with the workspace, and how people know it. */
export const findMember = async (
  { parts, outgoing }: Dependencies,
  id: string,
): Promise<{ readonly address: string; readonly label: string }> => {
  const account = accountOf(parts, 'slack');
  if (!account) throw new HttpProblem('connection.not_set_up');
  const now = parts.clock.now();
  try {
    const team = readSlack(await callSlack(outgoing, account, 'auth.test', {}, within), workspace, now);
    if (!team.ok) throw unreachable();
    const found = readSlack(await callSlack(outgoing, account, 'users.info', { user: id }, within), member, now);
    if (!found.ok && found.retry) throw unreachable();
    if (!found.ok || found.value.user.deleted) throw new HttpProblem('contact_method.account_unknown', {}, unknownAddress);
    const { user } = found.value;
    return { address: `${user.team_id}/${user.id}`, label: `@${user.name} of ${team.value.team}` };
  } catch (error) {
    throw error instanceof OutgoingFailed ? unreachable() : error;
  }
};

const unknownAddress = [
  {
    path: 'address',
    code: 'contact_method.account_unknown',
    message: 'The workspace knows no such person. Copy the member ID from your profile in Slack.',
  },
];
