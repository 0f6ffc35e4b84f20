import { timingSafeEqual } from 'node:crypto';
import type { Macs } from './macs.js';

/** Who follows what. */
export interface FollowLink {
  readonly personId: string;
  readonly serviceId: string;
}

const [idBytes, macBytes] = [16, 16];
const toBytes = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');
const toId = (bytes: Buffer): string => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** The secret of the link that ends a following: nothing is stored, and it does nothing else. */
export const followSecret = (macs: Macs, { personId, serviceId }: FollowLink): string => {
  const mac = macs.mac('follow-link', `${personId}|${serviceId}`.toLowerCase()).subarray(0, macBytes);
  return Buffer.concat([toBytes(personId), toBytes(serviceId), mac]).toString('base64url');
};

/** What this server made the secret for; null: it did not. */
export const followOf = (macs: Macs, secret: string): FollowLink | null => {
  if (!/^[A-Za-z0-9_-]{64}$/.test(secret)) return null;
  const bytes = Buffer.from(secret, 'base64url');
  const link = { personId: toId(bytes.subarray(0, idBytes)), serviceId: toId(bytes.subarray(idBytes, 2 * idBytes)) };
  return timingSafeEqual(Buffer.from(followSecret(macs, link)), Buffer.from(secret)) ? link : null;
};
