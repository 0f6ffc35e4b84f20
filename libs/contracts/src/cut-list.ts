import { z } from 'zod';

/** A list that its sender cut: so many alerts stand in it, of so many. What is not in it never comes, not even when it is over. */
export const cutList = z.object({ listed: z.number().int(), of: z.number().int() });
export type CutList = z.infer<typeof cutList>;

export const isSameCutList = (a: CutList | null, b: CutList | null): boolean => a?.listed === b?.listed && a?.of === b?.of;
