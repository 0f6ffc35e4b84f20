import { z } from 'zod';
import { id, instant } from '../ids.js';
import { event, type Messages } from '../message.js';

const stretch = z.object({ from: instant, to: instant });

/** Without an end: it is further away than is looked. */
const gap = z.object({ from: instant, to: instant.nullable() });
export type Gap = z.infer<typeof gap>;

/** What a notice is about, by its kind. Names and words are found when it is sent. */
const noticeAbout = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('going_on'),
    from: instant,
    /** Minutes. */
    lead: z.number().int(),
    /** All schedules by which they go on call then. */
    scheduleIds: z.array(id),
  }),
  z.object({
    kind: z.literal('going_off'),
    at: instant,
    scheduleId: id,
    next: z.array(id),
    /** Alert groups that they hold. */ groups: z.number().int(),
  }),
  z.object({
    kind: z.literal('shifts_moved'),
    scheduleId: id,
    /** Who edited, as far as people did. */
    by: z.array(id),
    /** Shifts that are theirs no more, and new ones. */
    before: z.array(stretch),
    after: z.array(stretch),
    /** Shifts that are not listed. */
    more: z.number().int(),
  }),
  z.object({ kind: z.literal('gap_ahead'), scheduleId: id, gaps: z.array(gap), /** Gaps that are not listed. */ more: z.number().int() }),
]);
export type NoticeAbout = z.infer<typeof noticeAbout>;

/** Facts of a stream `notices-<id>`, by what they are about: a schedule or a person. */
export const events = {
  NoticeGiven: event(
    1,
    ['outgoing', 'Quiet message sent'],
    'A person is told quietly of something that is no page: a shift that begins, one that moved, a gap, their morning summary. No one is paged by it.',
    z.object({
      personId: id,
      /** As chosen then. Null: by mail, to the address of their account. */
      contactMethodId: id.nullable(),
      about: noticeAbout,
    }),
  ),
  NoticePassedOver: event(
    1,
    ['outgoing', 'Quiet message skipped'],
    'There was nobody to tell: a schedule was edited back to what it was, or those whom it concerns do not want to hear of it.',
    z.object({ scheduleId: id }),
  ),
};
export type NoticeFact = Messages<typeof events>;
