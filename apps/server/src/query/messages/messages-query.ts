import { contactKinds } from '@tocsin/contracts/contacts/kinds.js';
import { id, instant } from '@tocsin/contracts/ids.js';
import { limits } from '@tocsin/contracts/limits.js';
import { messageOutcomes } from '@tocsin/contracts/alert-groups/messages.js';
import { z } from 'zod';

const oneOrMany = <T extends z.ZodType>(of: T) => z.union([of.transform((one) => [one]), z.array(of)]).optional();

/** The parameters of an address that select messages; others are ignored here. */
export const messageFilter = z.object({
  person: oneOrMany(id),
  group: id.optional(),
  service: id.optional(),
  team: id.optional(),
  channel: oneOrMany(z.enum(contactKinds)),
  outcome: oneOrMany(z.enum(messageOutcomes)),
  /** Words in the title, or `#12`. */
  q: z.string().max(limits.searchCharacters).optional(),
  /** Pages that started at this instant or later. */
  from: instant.optional(),
  /** Pages that started before this instant. */
  to: instant.optional(),
  cursor: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(limits.pageSizeMax).default(limits.pageSize),
});
export type MessageFilter = z.infer<typeof messageFilter>;
