import { z } from 'zod';
import { contactKinds } from './contact-kinds.js';

/** A preview of a page by one kind of contact method: an example rendered by the same code as a real page. */
export const messagePreview = z.object({
  channel: z.enum(contactKinds),
  /** A subject, the first line of a notification; null: it has none. */
  title: z.string().nullable(),
  /** What stands below it; for a program, the JSON that it gets. */
  text: z.string(),
  isJson: z.boolean(),
  /** What can be pressed in it. */
  acts: z.array(z.string()),
});
export type MessagePreview = z.infer<typeof messagePreview>;

/** `GET /api/previews`. */
export const previewsAnswer = z.object({
  previews: z.array(messagePreview),
  /** The same of a message that names several alert groups. */
  bundles: z.array(messagePreview),
});
export type PreviewsAnswer = z.infer<typeof previewsAnswer>;
