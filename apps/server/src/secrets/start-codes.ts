import { timingSafeEqual } from 'node:crypto';
import { duration } from '@tocsin/contracts/duration.js';
import { addMillis, toInstant, toMillis } from '@tocsin/kernel/time.js';
import type { Macs } from './macs.js';

/** How long somebody may take to press Start. */
const validFor = 15 * duration.minute;
const macBytes = 12;
const hexOf = (personId: string): string => personId.replaceAll('-', '');
const uuidOf = (hex: string): string => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

const macOf = (macs: Macs, head: Buffer): Buffer => macs.mac('telegram-start', head.toString('hex')).subarray(0, macBytes);

/** Codes that link whoever presses Start with them, 43 characters of base64url. Nothing is stored: a code says for whom and until when. */
export const startCodeOf = (macs: Macs, personId: string, now: string): { readonly code: string; readonly expiresAt: string } => {
  const expires = Math.floor(toMillis(addMillis(now, validFor)) / duration.second);
  const head = Buffer.concat([Buffer.from(hexOf(personId), 'hex'), Buffer.alloc(4)]);
  head.writeUInt32BE(expires, 16);
  const code = Buffer.concat([head, macOf(macs, head)]).toString('base64url');
  return { code, expiresAt: toInstant(expires * duration.second) };
};

/** The person whom a code is for; null: it was never given, or is too old. */
export const personOfStart = (macs: Macs, code: string, now: string): string | null => {
  const bytes = /^[\w-]{43}$/.test(code) ? Buffer.from(code, 'base64url') : Buffer.alloc(0);
  if (bytes.length !== 16 + 4 + macBytes) return null;
  const head = bytes.subarray(0, 20);
  if (!timingSafeEqual(bytes.subarray(20), macOf(macs, head))) return null;
  const expires = head.readUInt32BE(16) * duration.second;
  return toMillis(now) <= expires ? uuidOf(head.subarray(0, 16).toString('hex')) : null;
};
