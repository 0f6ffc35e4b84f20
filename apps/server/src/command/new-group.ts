import type { NoAnswer } from '@tocsin/contracts/command-answers.js';
import { alertGroupDecider } from '@tocsin/domain/operation/alert-groups/decider.js';
import { deriveEventId } from '@tocsin/kernel/ids.js';
import type { CommandRunner } from '@tocsin/platform/bus/command-runner.js';
import type { AugmentedCommand } from './augmentation.js';

export interface NewGroupDependencies {
  readonly parts: { readonly runner: Pick<CommandRunner, 'readState'> };
  readonly commandId: string;
}

/**
 * Only the stream of an alert group shows whether a group with this id ever existed. If the client sent no id, it is derived from
 * the command: a repeat finds the group that the first try opened, even when its answer was lost.
 */
export const openGroup = async (
  data: { readonly groupId?: string | undefined },
  { parts, commandId }: NewGroupDependencies,
): Promise<AugmentedCommand<NoAnswer>> => {
  const groupId = data.groupId ?? deriveEventId('group', commandId, 'alertGroup', 0);
  const group = await parts.runner.readState(alertGroupDecider, groupId);
  if (group.status === 'none') return { data: { ...data, groupId, isTaken: false }, says: {} };
  const repeat = group.correlationId === commandId ? { again: { groupId, number: group.number } } : {};
  return { data: { ...data, groupId, isTaken: true, ...repeat }, says: {} };
};
