import { duration } from '@tocsin/contracts/duration.js';
import { OutgoingFailed } from '@tocsin/platform/http/outgoing-failed.js';
import { z } from 'zod';
import { accountOf } from './accounts.js';
import type { FindMember } from './find-member.js';
import { callSlack, readSlack } from './slack.js';

const listed = z.object({ usergroups: z.array(z.object({ id: z.string(), handle: z.string(), date_delete: z.number().default(0) })) });
const within = { deadlineMs: 5 * duration.second };

export type FoundGroup =
  { readonly groupId: string; readonly handle: string } | { readonly problem: 'none' | 'unknown' | 'refused' | 'unreachable' };

/** The user group of an ID or a handle, with or without @. */
export const findUserGroup = async ({ parts, outgoing }: Parameters<FindMember>[0], typed: string): Promise<FoundGroup> => {
  const account = accountOf(parts, 'slack');
  if (!account) return { problem: 'none' };
  try {
    const found = readSlack(await callSlack(outgoing, account, 'usergroups.list', {}, within), listed, parts.clock.now());
    if (!found.ok) return { problem: found.retry || found.error === '' ? 'unreachable' : 'refused' };
    const handle = typed.replace(/^@/, '').toLowerCase();
    const group = found.value.usergroups.find((one) => one.date_delete === 0 && (one.id === typed || one.handle.toLowerCase() === handle));
    return group ? { groupId: group.id, handle: group.handle } : { problem: 'unknown' };
  } catch (error) {
    if (error instanceof OutgoingFailed) return { problem: 'unreachable' };
    throw error;
  }
};
