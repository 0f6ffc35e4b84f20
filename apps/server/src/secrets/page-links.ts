import { timingSafeEqual } from 'node:crypto';
import type { Macs } from './macs.js';

/** Whom and what a link is for. Another opening of the same group needs another link. */
export interface PageLink {
  readonly pageId: string;
  readonly groupId: string;
  readonly personId: string;
  readonly opening: number;
}

/** A message for several pages, and whose. */
export interface BundleLink {
  readonly bundleId: string;
  readonly personId: string;
}

const isSame = (one: string, other: string): boolean => {
  const [expected, given] = [Buffer.from(one), Buffer.from(other)];
  return given.length === expected.length && timingSafeEqual(given, expected);
};

const idBytes = 16;
const macBytes = 16;

const toBytes = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');
const toId = (bytes: Buffer): string => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/**
 * The secret in `/p/<secret>`: 64 characters that hold the page’s id, its group’s, and 128 bits which only this server can make.
 * Nothing is stored; whether the link is still open is for the group to say.
 */
export class PageLinks {
  constructor(private readonly macs: Macs) {}

  pageSecret(link: PageLink): string {
    return Buffer.concat([toBytes(link.pageId), toBytes(link.groupId), this.mac(link)]).toString('base64url');
  }

  /** Of all that a bundle contains, for its person: whoever has it needs no other. */
  bundleSecret(link: BundleLink): string {
    return Buffer.concat([toBytes(link.bundleId), toBytes(link.personId), this.bundleMac(link)]).toString('base64url');
  }

  /** The bundle that this is the secret of; null where it is that of a page, or none. */
  bundleOf(secret: string): BundleLink | null {
    const claimed = this.parseSecret(secret);
    if (!claimed) return null;
    const link = { bundleId: claimed.pageId, personId: claimed.groupId };
    return isSame(this.bundleSecret(link), secret) ? link : null;
  }

  /** What the secret claims; null when it is none. Believe it only after `verify` with what the log says about this page. */
  parseSecret(secret: string): { readonly pageId: string; readonly groupId: string } | null {
    if (!/^[A-Za-z0-9_-]{64}$/.test(secret)) return null;
    const bytes = Buffer.from(secret, 'base64url');
    return { pageId: toId(bytes.subarray(0, idBytes)), groupId: toId(bytes.subarray(idBytes, 2 * idBytes)) };
  }

  /** Takes the same time wherever the secrets differ. */
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
