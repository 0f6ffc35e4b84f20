import { z } from 'zod';
import { contactKinds } from '../contacts/kinds.js';

/** A preview of a page by one kind of contact method: an example rendered by the same code as a real page. */
export const messagePreview = z.object({
  channel: z.enum(contactKinds),
  /** A subject, the first line of a notification; null: it has none. */
  title: z.string().nullable(),
  /** Body; for a program, its JSON. */
  text: z.string(),
  isJson: z.boolean(),
  /** Labels of its buttons. */
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
