import { z } from 'zod';
import { id, instant, personal } from '../ids.js';
import { foreignSystemNames } from '../moving-in/systems.js';
import { duration } from '../duration.js';

/** By what a number of another system can be used here. */
export const offeredKinds = ['sms', 'voice'] as const;
export type OfferedKind = (typeof offeredKinds)[number];

/** After that nobody knows the number any more. */
export const offerLasts = 90 * duration.day;
/** Of one person: what they had there. */
export const offersPerPerson = 10;

/** A phone number that a person had in another system, offered to them alone. The number itself is in the vault until it ends. */
export const phoneOffer = z.object({
  /** Follows from the person, the kind and the number: one that was answered is not offered again. */
  offerId: id,
  system: z.enum(foreignSystemNames),
  kind: z.enum(offeredKinds),
  /** Its last two digits. */
  ending: personal(z.string().max(2)),
  expiresAt: instant,
});

/** Absent: none. */
export const phoneOffers = z.array(phoneOffer.extend({ secretRef: z.string().nullable(), plannedBy: z.string() })).optional();
export type OpenPhoneOffer = NonNullable<z.infer<typeof phoneOffers>>[number];
