import { z } from 'zod';
import { id, instant } from '../ids.js';
import * as scheduleLimits from './limits.js';

/** A person put on call by an imported event. `uid`: identifies the event in later imports. */
const importedShift = z.strictObject({
  uid: z.string().min(1).max(scheduleLimits.calendarUidCharacters),
  personId: id,
  from: instant,
  to: instant,
});
export type ImportedShift = z.infer<typeof importedShift>;
export const importedShifts = z.array(importedShift).max(scheduleLimits.importedShifts);
