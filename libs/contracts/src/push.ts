import { z } from 'zod';
import { id } from './ids.js';

/** What a notification asks: its buttons, at most two, the most wanted first. */
export const pushActs = ['acknowledge', 'answer'] as const;
export type PushAct = (typeof pushActs)[number];

/** What is encrypted for one device, and shown there as a notification. Notifications of one `tag` replace each other. */
export const pushMessage = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('page'),
    tag: z.string(),
    attemptId: id,
    title: z.string(),
    body: z.string(),
    /** Told without a sound. */
    quiet: z.boolean(),
    actions: z.array(z.object({ act: z.enum(pushActs), title: z.string() })),
    /** Of the page’s link: lets the device act, and say that it was delivered and read. */
    secret: z.string(),
    /** Opened by a press: a path. */
    opens: z.string(),
  }),
  z.object({
    /** The page has ended. Replaces it without a sound; `close`: takes it away, since its person knows. */
    kind: z.literal('over'),
    tag: z.string(),
    title: z.string(),
    body: z.string(),
    close: z.boolean(),
    opens: z.string(),
  }),
]);
export type PushMessage = z.infer<typeof pushMessage>;
