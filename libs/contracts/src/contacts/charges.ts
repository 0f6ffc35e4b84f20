import { z } from 'zod';
import { id } from '../ids.js';

/** What a provider charges for a message: parts of an SMS, or begun minutes of a call. */
export const charge = z.object({
  unit: z.enum(['part', 'minute']),
  count: z.number().int(),
  connectionId: id,
  /** Calling code of the receiver’s country: `+41`. */
  country: z.string(),
});
export type Charge = z.infer<typeof charge>;
