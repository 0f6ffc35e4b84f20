import { createHash, timingSafeEqual } from 'node:crypto';
import type { Macs } from '../secrets/macs.js';
import { mailIdProof } from '../secrets/purpose-macs.js';
import type { BundleMessage, PageMessage, VerificationMessage } from './notes.js';

// The left sides of Message-IDs, which the sender’s domain completes. They derive from the message, not from the attempt: a repeated mail has the id of
// the first, so that mail programs show one.

const hexOf = (id: string): string => id.replaceAll('-', '');

/** Of a page by one contact method: its attempts share it until a new message is due, for example by a later rule. */
export const pageMailId = ({ groupId, pageId, messageNumber }: PageMessage, contactMethodId: string): string =>
  ['page', ...[groupId, pageId, contactMethodId].map(hexOf), messageNumber].join('.');

/** Of a message for several pages: it names the first of them. */
export const bundleMailId = ({ first, pagesDigest }: BundleMessage, contactMethodId: string): string => {
  const { groupId, pageId } = first[0]!;
  return ['bundle', ...[groupId, pageId, contactMethodId].map(hexOf), pagesDigest].join('.');
};

/** Of the code that verifies an address. */
export const codeMailId = ({ personId, contactMethodId, askedBy }: VerificationMessage): string =>
  ['code', ...[personId, contactMethodId, askedBy].map(hexOf)].join('.');

/** A digest of the pages in a bundle, whatever their order: the same pages sent again are the same message. */
export const digestOf = (pages: readonly { readonly pageId: string; readonly messageNumber: number }[]): string =>
  createHash('sha256')
    .update(
      pages
        .map(({ pageId, messageNumber }) => `${pageId} ${messageNumber}`)
        .toSorted()
        .join('\n'),
    )
    .digest('hex')
    .slice(0, 16);

type FirstPage = Pick<PageMessage, 'groupId' | 'pageId'>;

/** A digest with a proof that this installation made it: naming others costs a stranger’s mail nothing to send, and us no read. */
export const provenDigest = (macs: Macs, first: FirstPage, digest: string): string => `${digest}${mailIdProof(macs, first, digest)}`;

export const isProven = (macs: Macs, first: FirstPage, messageId: string): boolean => {
  const [, digest = '', proof = ''] = /\.([\da-f]{16})([\da-f]{32})@/.exec(messageId) ?? [];
  return proof !== '' && timingSafeEqual(Buffer.from(proof), Buffer.from(mailIdProof(macs, first, digest)));
};

/** The mail that a Message-ID of this installation names; null: not one of its pages or codes. */
export type NamedMail =
  | { readonly kind: 'page' | 'bundle'; readonly groupId: string; readonly pageId: string; readonly contactMethodId: string }
  | { readonly kind: 'code'; readonly personId: string; readonly contactMethodId: string };

const idOfHex = (hex: string): string => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** Reads a Message-ID, with or without angle brackets. */
export const parseMailId = (messageId: string): NamedMail | null => {
  const [, kind, ...hexes] = /^<?(page|bundle|code)\.([\da-f]{32})\.([\da-f]{32})\.([\da-f]{32})(?:\.[\da-f]+)?@/.exec(messageId) ?? [];
  const [first, second, third] = hexes.map((hex) => idOfHex(hex ?? ''));
  if (kind === 'page' || kind === 'bundle') return { kind, groupId: first!, pageId: second!, contactMethodId: third! };
  return kind === 'code' ? { kind, personId: first!, contactMethodId: second! } : null;
};
