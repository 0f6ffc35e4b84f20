import { alertGroupDecider } from '@tocsin/domain/alert-groups/decider.js';
import type { AlertGroupState, Existing } from '@tocsin/domain/alert-groups/state.js';
import { evolve, streamName, whenOf } from '@tocsin/kernel/decider.js';
import type { Core } from '../core/core.js';

const pageSize = 1_000;

/**
 * The title of a group as it may be shown: decisions are made on what was recorded, so the folded state still says what was redacted. Where
 * anything at all was, the group is folded once more, from what may be shown. Rejects with what the log says.
 */
export const shownTitle = async (
  { log, decode, redactions }: Pick<Core, 'log' | 'decode' | 'redactions'>,
  { groupId, title }: Pick<Existing, 'groupId' | 'title'>,
): Promise<string> => {
  if (redactions.ordinal === 0) return title;
  const stream = streamName(alertGroupDecider, groupId);
  let state: AlertGroupState = alertGroupDecider.initial;
  for (let from = 0; ;) {
    const page = await log.readStream(stream, from, pageSize);
    for (const stored of page) {
      const event = redactions.shown(decode(stored));
      state = evolve(alertGroupDecider, state, event, whenOf(event));
    }
    if (page.length === 0) return state.status === 'none' ? title : state.title;
    from = page.at(-1)!.revision + 1;
  }
};
