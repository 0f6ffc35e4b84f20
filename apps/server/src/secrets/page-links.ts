import { timingSafeEqual } from 'node:crypto';
import type { Macs } from './macs.js';

/** Scope of a link. Another opening of the same group needs another link. */
export interface PageLink {
  readonly pageId: string;
  readonly groupId: string;
  readonly personId: string;
  readonly opening: number;
}

/** A message for several pages, and its person. */
export interface BundleLink {
  readonly bundleId: string;
  readonly personId: string;
}

const isSame = (one: string, other: string): boolean => {
  const [expectedBytes, givenBytes] = [Buffer.from(one), Buffer.from(other)];
  return givenBytes.length === expectedBytes.length && timingSafeEqual(givenBytes, expectedBytes);
};

const idBytes = 16;
const macBytes = 16;

const toBytes = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');
const toId = (bytes: Buffer): string => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/**
 * The secret in `/p/<secret>`: 64 characters with the ids of page and group, and 128 bits that only this server can compute.
 * Nothing is stored; the state of the group decides whether the link is still valid.
 */
export class PageLinks {
  constructor(private readonly macs: Macs) {}

  pageSecret(link: PageLink): string {
    return Buffer.concat([toBytes(link.pageId), toBytes(link.groupId), this.mac(link)]).toString('base64url');
  }

  /** The secret for all pages of a bundle, for its person, who needs no other. */
  bundleSecret(link: BundleLink): string {
    return Buffer.concat([toBytes(link.bundleId), toBytes(link.personId), this.bundleMac(link)]).toString('base64url');
  }

  /** The bundle of this secret; null for a page’s secret or an invalid one. */
  bundleOf(secret: string): BundleLink | null {
    const claimedLink = this.parseSecret(secret);
    if (!claimedLink) return null;
    const link = { bundleId: claimedLink.pageId, personId: claimedLink.groupId };
    return isSame(this.bundleSecret(link), secret) ? link : null;
  }

  /** The ids in a secret; null for malformed text. Trust them only after `verify`, with the page’s data from the log. */
  parseSecret(secret: string): { readonly pageId: string; readonly groupId: string } | null {
    if (!/^[A-Za-z0-9_-]{64}$/.test(secret)) return null;
    const bytes = Buffer.from(secret, 'base64url');
    return { pageId: toId(bytes.subarray(0, idBytes)), groupId: toId(bytes.subarray(idBytes, 2 * idBytes)) };
  }

  /** Takes constant time. */
  verify(secret: string, link: PageLink): boolean {
    return isSame(this.pageSecret(link), secret);
  }

  private bundleMac({ bundleId, personId }: BundleLink): Buffer {
    return this.macs.mac('page-link', `bundle|${bundleId}|${personId}`.toLowerCase()).subarray(0, macBytes);
  }

  private mac({ pageId, groupId, personId, opening }: PageLink): Buffer {
    const text = `${pageId}|${groupId}|${personId}|${opening}`.toLowerCase();
    return this.macs.mac('page-link', text).subarray(0, macBytes);
  }
}
