import type { NoAnswer } from '@tocsin/contracts/command-answers.js';
import { alertGroupDecider } from '@tocsin/domain/alert-groups/decider.js';
import { eventId } from '@tocsin/kernel/ids.js';
import type { CommandRunner } from '@tocsin/platform/bus/command-runner.js';
import type { Augmented } from './augmented.js';

export interface NewGroupParts {
  readonly parts: { readonly runner: Pick<CommandRunner, 'state'> };
  readonly commandId: string;
}

/**
 * Only the stream of an alert group knows whether there ever was one of this id. An id that the client left out derives from the command: one
 * that comes again finds the group that it opened, also when the answer to it was lost.
 */
export const newGroup = async (
  data: { readonly groupId?: string | undefined },
  { parts, commandId }: NewGroupParts,
): Promise<Augmented<NoAnswer>> => {
  const groupId = data.groupId ?? eventId('group', commandId, 'alertGroup', 0);
  const group = await parts.runner.state(alertGroupDecider, groupId);
  if (group.status === 'none') return { data: { ...data, groupId, isTaken: false }, says: {} };
  const again = group.correlationId === commandId ? { again: { groupId, number: group.number } } : {};
  return { data: { ...data, groupId, isTaken: true, ...again }, says: {} };
};
