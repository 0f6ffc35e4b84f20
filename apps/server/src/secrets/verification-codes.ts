import { timingSafeEqual } from 'node:crypto';
import type { Macs } from './macs.js';

const digits = 6;

/** Codes that prove an address. Nothing is stored: a code is made again from what the log says was asked for. */
export class VerificationCodes {
  constructor(private readonly macs: Macs) {}

  /** Six digits. `expiresAt` is the one of `VerificationAsked`: asking again makes another code. The person is in it: ids of methods come from clients. */
  code(personId: string, contactMethodId: string, expiresAt: string): string {
    const bytes = this.macs.mac('verification', `${personId}|${contactMethodId}|${expiresAt}`.toLowerCase());
    return String(bytes.readUIntBE(0, 6) % 10 ** digits).padStart(digits, '0');
  }

  /** Whether the person typed it, spaces aside. Whether it is still valid is for the decider to say. */
  matches(typed: string, personId: string, contactMethodId: string, expiresAt: string): boolean {
    const given = Buffer.from(typed.replace(/\s/g, ''));
    const expected = Buffer.from(this.code(personId, contactMethodId, expiresAt));
    return given.length === expected.length && timingSafeEqual(given, expected);
  }
}
