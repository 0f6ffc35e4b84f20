import { nameKeyOf } from '@tocsin/domain/rules/names.js';
import type { Macs } from './macs.js';
import { VerificationCodes } from './verification-codes.js';

const emailSubject = (email: string): string => `email:${nameKeyOf(email)}`;

/** The code mailed to a new address, which proves access to its mailbox. */
export const emailChangeCode = (macs: Macs, personId: string, email: string, expiresAt: string): string =>
  new VerificationCodes(macs).createCode(personId, emailSubject(email), expiresAt);

export const isEmailChangeCode = (macs: Macs, typedCode: string, personId: string, email: string, expiresAt: string): boolean =>
  new VerificationCodes(macs).isValid(typedCode, personId, emailSubject(email), expiresAt);
