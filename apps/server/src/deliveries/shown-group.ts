import { alertGroupDecider } from '@tocsin/domain/alert-groups/decider.js';
import type { AlertGroupState, Existing } from '@tocsin/domain/alert-groups/state.js';
import { evolve, streamName, whenOf } from '@tocsin/kernel/decide/decider.js';
import type { ServerParts } from '../core/server-parts.js';

const pageSize = 1_000;

/** What of a group is shown to persons. */
type Shown = Pick<Existing, 'title' | 'alerts'>;

/**
 * A group’s title and alerts as they may be shown: decisions are made on what was recorded, so the folded state still says what was redacted.
 * Where anything at all was, the group is folded once more, from what may be shown. Rejects with what the log says.
 */
export const shownGroup = async (
  { log, decode, redactions }: Pick<ServerParts, 'log' | 'decode' | 'redactions'>,
  group: Pick<Existing, 'groupId'> & Shown,
): Promise<Shown> => {
  if (redactions.ordinal === 0) return group;
  const stream = streamName(alertGroupDecider, group.groupId);
  let state: AlertGroupState = alertGroupDecider.initial;
  for (let from = 0; ;) {
    const page = await log.readStream(stream, from, pageSize);
    for (const stored of page) {
      const event = redactions.shown(decode(stored));
      state = evolve(alertGroupDecider, state, event, whenOf(event));
    }
    if (page.length === 0) return state.status === 'none' ? group : state;
    from = page.at(-1)!.revision + 1;
  }
};

/** The same of its title alone. */
export const shownTitle = async (parts: Parameters<typeof shownGroup>[0], group: Parameters<typeof shownGroup>[1]): Promise<string> =>
  (await shownGroup(parts, group)).title;
