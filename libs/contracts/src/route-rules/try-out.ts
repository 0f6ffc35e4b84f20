import { z } from 'zod';
import { typedRules } from './noun.js';

export const routeTryOutRequest = z.strictObject({ rules: typedRules });
export type RouteTryOutRequest = z.infer<typeof routeTryOutRequest>;

/** `POST /api/integrations/:id/routes/try`: where recent alerts of the integration would go by other rules. */
export const routeTryOut = z.object({
  /** Recent signals that were read: at most 200. */
  signals: z.number().int(),
  /** The alerts that fired in them, and how many of these each rule decides, in the order of the rules. */
  alerts: z.number().int(),
  decided: z.array(z.number().int()),
  /** Alerts that would go elsewhere than by the saved rules. */
  elsewhere: z.number().int(),
});
export type RouteTryOut = z.infer<typeof routeTryOut>;
