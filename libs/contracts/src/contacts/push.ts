import { z } from 'zod';
import { id } from '../ids.js';

/** Buttons of a notification, at most two, the most likely first. */
export const pushActs = ['acknowledge', 'answer'] as const;
export type PushAct = (typeof pushActs)[number];

/** Payload encrypted for one device and shown as a notification. Notifications with the same `tag` replace each other. */
export const pushMessage = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('page'),
    tag: z.string(),
    /** The tag of an ended page that this message is about: its notification is removed, unless it is a page again. */
    endedTag: z.string().optional(),
    attemptId: id,
    title: z.string(),
    body: z.string(),
    /** Shown without a sound. */
    quiet: z.boolean(),
    /** It updates the page with this tag, which rang before: no second sound. */
    update: z.literal(true).optional(),
    actions: z.array(z.object({ act: z.enum(pushActs), title: z.string() })),
    /** Secret of the page’s link: authorises the device to act, and to report delivery and reading. */
    secret: z.string(),
    /** Opened by a press: a path. */
    opens: z.string(),
  }),
  z.object({
    /** The page has ended. Replaces it without a sound; `close`: removes it, because the person has acted. */
    kind: z.literal('over'),
    tag: z.string(),
    title: z.string(),
    body: z.string(),
    close: z.boolean(),
    opens: z.string(),
  }),
]);
export type PushMessage = z.infer<typeof pushMessage>;
