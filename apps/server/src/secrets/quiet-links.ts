import { timingSafeEqual } from 'node:crypto';
import { noticeKinds, type NoticeKind } from '@tocsin/contracts/notices/kinds.js';
import type { Macs } from './macs.js';

/** Which quiet messages a person no longer wants: about a service that they follow, or of a kind. */
export type QuietLink = { readonly personId: string } & ({ readonly serviceId: string } | { readonly kind: NoticeKind });

const [idBytes, macBytes] = [16, 16];
const toBytes = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');
const toId = (bytes: Buffer): string => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
/** As long as an id: no kind has a longer name. */
const kindBytes = (kind: NoticeKind): Buffer => Buffer.from(kind.padEnd(idBytes, ' '));

/** The secret of the link that ends them: nothing is stored, and it does nothing else. */
export const quietSecret = (macs: Macs, link: QuietLink): string => {
  const [purpose, what, bytes] =
    'kind' in link ? ['notice-link', link.kind, kindBytes(link.kind)] : ['follow-link', link.serviceId, toBytes(link.serviceId)];
  const mac = macs.mac(purpose, `${link.personId}|${what}`.toLowerCase()).subarray(0, macBytes);
  return Buffer.concat([toBytes(link.personId), bytes, mac]).toString('base64url');
};

/** What this server made the secret for; null: it did not. */
export const quietLinkOf = (macs: Macs, secret: string): QuietLink | null => {
  if (!/^[A-Za-z0-9_-]{64}$/.test(secret)) return null;
  const bytes = Buffer.from(secret, 'base64url');
  const [personId, what] = [toId(bytes.subarray(0, idBytes)), bytes.subarray(idBytes, 2 * idBytes)];
  const links: readonly QuietLink[] = [
    { personId, serviceId: toId(what) },
    ...noticeKinds.filter((kind) => kindBytes(kind).equals(what)).map((kind) => ({ personId, kind })),
  ];
  return links.find((link) => timingSafeEqual(Buffer.from(quietSecret(macs, link)), Buffer.from(secret))) ?? null;
};
