import { duration } from '@tocsin/contracts/duration.js';
import { OutgoingFailed } from '@tocsin/platform/http/outgoing-failed.js';
import type { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { z } from 'zod';
import type { ServerParts } from '../core/server-parts.js';
import { accountOf } from './accounts.js';
import { callSlack, readSlack } from './slack.js';

interface Dependencies {
  readonly parts: Pick<ServerParts, 'clock' | 'reads' | 'vault'>;
  readonly outgoing: Pick<OutgoingHttp, 'post'>;
}

const within = { deadlineMs: 5 * duration.second };
const workspace = z.object({ team: z.string(), team_id: z.string() });
const member = z.object({ user: z.object({ id: z.string(), team_id: z.string(), name: z.string(), deleted: z.boolean().default(false) }) });

export type FoundMember = { readonly address: string; readonly label: string } | { readonly problem: 'none' | 'unknown' | 'unreachable' };

/** The account of a member ID: its address with the workspace, and how people know it. */
export const findMember = async ({ parts, outgoing }: Dependencies, id: string): Promise<FoundMember> => {
  const account = accountOf(parts, 'slack');
  if (!account) return { problem: 'none' };
  const now = parts.clock.now();
  try {
    const team = readSlack(await callSlack(outgoing, account, 'auth.test', {}, within), workspace, now);
    if (!team.ok) return { problem: 'unreachable' };
    const found = readSlack(await callSlack(outgoing, account, 'users.info', { user: id }, within), member, now);
    if (!found.ok) return { problem: found.retry ? 'unreachable' : 'unknown' };
    const { user } = found.value;
    return user.deleted ? { problem: 'unknown' } : { address: `${user.team_id}/${user.id}`, label: `@${user.name} of ${team.value.team}` };
  } catch (error) {
    if (error instanceof OutgoingFailed) return { problem: 'unreachable' };
    throw error;
  }
};
