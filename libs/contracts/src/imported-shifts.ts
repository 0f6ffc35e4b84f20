import { z } from 'zod';
import { id, instant } from './ids.js';
import { limits } from './limits.js';

/** A person put on call by an imported event. `uid`: identifies the event in later imports. */
const importedShift = z.strictObject({
  uid: z.string().min(1).max(limits.calendarUidCharacters),
  personId: id,
  from: instant,
  to: instant,
});
export type ImportedShift = z.infer<typeof importedShift>;
export const importedShifts = z.array(importedShift).max(limits.importedShifts);
