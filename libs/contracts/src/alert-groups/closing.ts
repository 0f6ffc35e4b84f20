import { z } from 'zod';
import { event, late } from '../message.js';
import { id, instant } from '../ids.js';

const about = {
  groupId: id,
  /** Key that its signals are matched by: the next one cancels the plan. */
  thread: z.string(),
};

/** Closing by age, in the stream of the alert group: a group without actions whose sender is silent is closed. */
export const closingEvents = {
  AlertGroupClosingPlanned: event(
    1,
    ['alerts', 'Closing planned'],
    'No action on the group and no signal from its sender: it closes at that time, unless the sender reports it again or someone acts on it.',
    z.object({ ...about, dueAt: instant, quietSince: instant, late }),
  ),
  AlertGroupWentStale: event(
    1,
    ['alerts', 'Went stale'],
    'Its sender has been silent for twice its repeat interval, or for a day: no automatic pages until it sends again.',
    z.object({ ...about, quietSince: instant, late }),
  ),
  AlertGroupHeardAgain: event(1, ['alerts', 'No longer stale'], 'Its sender reported it again: it is no longer stale.', z.object(about)),
  AlertGroupClosingReviewed: event(
    1,
    ['alerts', 'Closing reviewed'],
    'The group was not closed yet.',
    z.object({
      ...about,
      /** Next review; null: its source does not repeat signals, so silence means nothing. */ nextReviewAt: instant.nullable(),
      late,
    }),
  ),
};
