import { z } from 'zod';
import { deliveryReasonCodes } from '../alert-groups/delivery-reasons.js';
import { id, instant } from '../ids.js';

/** Recent attempts by one contact method. */
export const methodReceipt = z.object({
  contactMethodId: id,
  /** When the method was last confirmed: added, verified, subscribed again. */
  since: instant,
  /** When a provider last took a message. */
  sentAt: instant.nullable(),
  /** When the device last reported delivery or reading. */
  deliveredAt: instant.nullable(),
  /** Attempts that failed since the last one that worked; null: the last one worked, or there was none. */
  failed: z.object({ at: instant, reason: z.enum(deliveryReasonCodes), inARow: z.number().int() }).nullable(),
});
export type MethodReceipt = z.infer<typeof methodReceipt>;

/** When each contact method of a person last worked, or did not. Id: the person’s. */
export const receiptsRow = z.object({
  id,
  methods: z.array(methodReceipt),
  /** On which day something last arrived, by the hour of UTC, `0` to `23`: what is night depends on the reader’s zone. Absent: nothing did. */
  arrived: z.record(z.string(), z.iso.date()).optional(),
});
export type ReceiptsRow = z.infer<typeof receiptsRow>;

/** Response rows by view name. */
export const receiptViews = { receipts: receiptsRow };
