import { z } from 'zod';
import { offeredKinds, offersPerPerson } from '../contacts/phone-offers.js';
import { phoneNumber } from '../phone-number.js';
import * as movingInLimits from './limits.js';
import { foreignSystemNames } from './systems.js';

export const personNumbers = z.strictObject({
  email: z.string().max(200),
  numbers: z.array(z.strictObject({ kind: z.enum(offeredKinds), number: phoneNumber })).max(offersPerPerson),
});
export type PersonNumbers = z.infer<typeof personNumbers>;

/** Phone numbers of people in another system: those that this server has read, or those of a rescue elsewhere. */
export const phoneNumbersRequest = z.discriminatedUnion('from', [
  z.strictObject({ from: z.literal('move') }),
  z.strictObject({
    from: z.literal('rescue'),
    system: z.enum(foreignSystemNames),
    people: z.array(personNumbers).max(movingInLimits.peopleOffered),
  }),
]);
export type PhoneNumbersRequest = z.infer<typeof phoneNumbersRequest>;

/** How many people have numbers offered now, how many are not here, and how many are left for the next request. */
export const phoneNumbersAnswer = z.object({ people: z.number().int(), unknown: z.number().int(), left: z.number().int().default(0) });
export type PhoneNumbersAnswer = z.infer<typeof phoneNumbersAnswer>;
