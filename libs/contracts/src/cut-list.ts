import { z } from 'zod';

/** A list truncated by its sender: `listed` of `of` alerts. Omitted alerts never arrive, not even their resolve. */
export const cutList = z.object({ listed: z.number().int(), of: z.number().int() });
export type CutList = z.infer<typeof cutList>;

export const isSameCutList = (a: CutList | null, b: CutList | null): boolean => a?.listed === b?.listed && a?.of === b?.of;
