import { timingSafeEqual } from 'node:crypto';
import type { Macs } from './macs.js';

const digits = 6;

/** Codes that verify an address. Nothing is stored: a code is computed from the request on the log. */
export class VerificationCodes {
  constructor(private readonly macs: Macs) {}

  /**
   * Six digits. `expiresAt` is that of `VerificationAsked`: a new request gives another code. Includes the person, because ids of methods come from
   * clients.
   */
  createCode(personId: string, contactMethodId: string, expiresAt: string): string {
    const bytes = this.macs.mac('verification', `${personId}|${contactMethodId}|${expiresAt}`.toLowerCase());
    return String(bytes.readUIntBE(0, 6) % 10 ** digits).padStart(digits, '0');
  }

  /** Whether the typed code is right, ignoring spaces. The decider checks whether it is still valid. */
  isValid(typedCode: string, personId: string, contactMethodId: string, expiresAt: string): boolean {
    const givenBytes = Buffer.from(typedCode.replace(/\s/g, ''));
    const expectedBytes = Buffer.from(this.createCode(personId, contactMethodId, expiresAt));
    return givenBytes.length === expectedBytes.length && timingSafeEqual(givenBytes, expectedBytes);
  }
}
