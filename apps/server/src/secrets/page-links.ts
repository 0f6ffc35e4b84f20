import { timingSafeEqual } from 'node:crypto';
import type { Macs } from './macs.js';

/** Whom and what a link is for. Another opening of the same group needs another link. */
export interface PageLink {
  readonly pageId: string;
  readonly groupId: string;
  readonly personId: string;
  readonly opening: number;
}

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

  /** What the secret claims; null when it is none. Believe it only after `verify` with what the log says about this page. */
  parseSecret(secret: string): { readonly pageId: string; readonly groupId: string } | null {
    if (!/^[A-Za-z0-9_-]{64}$/.test(secret)) return null;
    const bytes = Buffer.from(secret, 'base64url');
    return { pageId: toId(bytes.subarray(0, idBytes)), groupId: toId(bytes.subarray(idBytes, 2 * idBytes)) };
  }

  /** Takes the same time wherever the secrets differ. */
  verify(secret: string, link: PageLink): boolean {
    const expected = Buffer.from(this.pageSecret(link));
    const given = Buffer.from(secret);
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  private mac({ pageId, groupId, personId, opening }: PageLink): Buffer {
    const text = `${pageId}|${groupId}|${personId}|${opening}`.toLowerCase();
    return this.macs.mac('page-link', text).subarray(0, macBytes);
  }
}
