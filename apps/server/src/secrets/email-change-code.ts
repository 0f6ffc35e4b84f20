import { nameKeyOf } from '@tocsin/domain/rules/names.js';
import type { Macs } from './macs.js';
import { VerificationCodes } from './verification-codes.js';

const about = (email: string): string => `email:${nameKeyOf(email)}`;

/** The code mailed to a new address, which proves access to its mailbox. */
export const emailChangeCode = (macs: Macs, personId: string, email: string, expiresAt: string): string =>
  new VerificationCodes(macs).code(personId, about(email), expiresAt);

export const isEmailChangeCode = (macs: Macs, typed: string, personId: string, email: string, expiresAt: string): boolean =>
  new VerificationCodes(macs).matches(typed, personId, about(email), expiresAt);
