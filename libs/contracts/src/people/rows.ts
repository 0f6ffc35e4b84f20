import { z } from 'zod';
import { linkMailStatus } from '../access/noun.js';
import { deliveryReasonCodes } from '../alert-groups/delivery-reasons.js';
import { id, instant, name, personal } from '../ids.js';
import { awayPeriod, lowUrgencyHours } from './away.js';
import { clockFormats, role, timeZone } from './fields.js';

export const personState = z.enum(['invited', 'active', 'disabled', 'erased']);

/** The only view with people’s names: other rows contain ids, and names are joined at the edge. */
export const personRow = z.object({
  id,
  name: personal(name),
  email: personal(z.string()),
  role,
  /** In addition to the role: may read addresses and devices of others in clear. */
  auditor: z.boolean(),
  state: personState,
  /** Replacement of a disabled person, wherever a step still targets them. */
  replacedById: id.nullable(),
  timeZone,
  locale: z.string().max(20).optional(),
  /** Their time format; absent: `24h`. */
  clockFormat: z.enum(clockFormats).optional(),
  /** Absent or null: those of the organisation. */
  holidayCalendarId: id.nullable().optional(),
  /** When low urgency leaves them alone; absent: as policies say. */
  lowUrgency: lowUrgencyHours.optional(),
  /** Absences, in order; some may be past. */
  away: z.array(awayPeriod).optional(),
  passwordRef: z.string().nullable(),
  invitationHash: z.string().nullable(),
  invitationExpiresAt: instant.nullable(),
  /** Mailing of the open invitation; absent: not mailed, or being sent. */
  invitationMail: linkMailStatus.optional(),
  /** The address that they want to sign in with; shown to themselves alone. */
  emailChange: z
    .object({
      email: personal(z.string()),
      expiresAt: instant,
      mail: z.enum(['asked', 'sent', 'failed']),
      reason: z.enum(deliveryReasonCodes).optional(),
    })
    .optional(),
});
export type PersonRow = z.infer<typeof personRow>;

/** A person as the API shows them: without the password’s reference and the hash of the invitation. */
export const personShown = personRow.omit({ passwordRef: true, invitationHash: true });

/** Response rows by view name. */
export const peopleViews = { people: personShown };
