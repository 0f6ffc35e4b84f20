import { z } from 'zod';
import { id, instant } from '../ids.js';

/** Why a person is on call: their turn of a rotation, an override, or a temporary schedule. */
export const dutyReason = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('rotation'),
    version: z.number().int(),
    layerId: id,
    slotId: id,
    from: instant,
    to: instant,
    /** Its place among all turns of the layer, which no edit changes once it runs. */
    turn: z.number().int().optional(),
  }),
  /** `from`: when the override, or the temporary schedule, begins. */
  z.object({
    kind: z.literal('override'),
    overrideId: id,
    replacesId: id.nullable(),
    /** The accepted request by which they cover for the person they replace. */
    coverId: id.optional(),
    from: instant.optional(),
  }),
  z.object({ kind: z.literal('temporary'), temporaryId: id, fallback: z.boolean(), from: instant.optional() }),
]);
export type DutyReasonShown = z.infer<typeof dutyReason>;

export const duty = z.object({ personId: id, why: dutyReason });
export type DutyShown = z.infer<typeof duty>;
