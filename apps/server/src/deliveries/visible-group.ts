import { alertGroupDecider } from '@tocsin/domain/operation/alert-groups/decider.js';
import { isRehearsal } from '@tocsin/domain/operation/alert-groups/shared/rehearsal.js';
import type { AlertGroupState, ExistingGroup } from '@tocsin/domain/operation/alert-groups/state.js';
import { evolve, streamNameOf, factMetaOf } from '@tocsin/kernel/decide/decider.js';
import type { ServerParts } from '../core/server-parts.js';

const pageSize = 1_000;

/** The parts of a group that are shown to people. */
type VisibleGroup = Pick<ExistingGroup, 'title' | 'alerts'>;

/**
 * A group’s title and alerts with redactions applied. Decisions use what was recorded, so the folded state still contains redacted
 * text: if there are any redactions, the group is folded again from the redacted events. Rejects with the log’s error.
 */
export const visibleGroup = async (
  { log, decode, redactions }: Pick<ServerParts, 'log' | 'decode' | 'redactions'>,
  group: Pick<ExistingGroup, 'groupId'> & VisibleGroup,
): Promise<VisibleGroup> => {
  if (redactions.ordinal === 0) return group;
  const stream = streamNameOf(alertGroupDecider, group.groupId);
  let state: AlertGroupState = alertGroupDecider.initial;
  for (let from = 0; ;) {
    const page = await log.readStream(stream, from, pageSize);
    for (const storedEvent of page) {
      const event = redactions.redact(decode(storedEvent));
      state = evolve(alertGroupDecider, state, event, factMetaOf(event));
    }
    if (page.length === 0) return state.status === 'none' ? group : state;
    from = page.at(-1)!.revision + 1;
  }
};

/** The same for the title alone. */
export const visibleTitle = async (parts: Parameters<typeof visibleGroup>[0], group: Parameters<typeof visibleGroup>[1]): Promise<string> =>
  (await visibleGroup(parts, group)).title;

/** Who agreed to be paged by rehearsals knows that it is one. */
export const withRehearsal = (reads: ServerParts['reads'], group: Parameters<typeof isRehearsal>[0], title: string): string =>
  isRehearsal(group, reads) ? `Rehearsal: ${title}` : title;
