import { z } from 'zod';
import { id, instant } from './ids.js';
import { limits } from './limits.js';

/** Whom an event of an imported calendar puts on call. `uid`: what the event is known by again. */
const importedShift = z.strictObject({
  uid: z.string().min(1).max(limits.calendarUidCharacters),
  personId: id,
  from: instant,
  to: instant,
});
export type ImportedShift = z.infer<typeof importedShift>;
export const importedShifts = z.array(importedShift).max(limits.importedShifts);
