import type { Macs } from './macs.js';

const prefix = 'reply.';

/** What stands before the @ of the address that answers a page’s mail: 38 characters in lower case, as some servers change the case. */
export const mailReplyKey = (macs: Macs, secret: string): string =>
  `${prefix}${macs.mac('mail-reply', secret).subarray(0, 16).toString('hex')}`;

export const isReplyKey = (key: string): boolean => key.startsWith(prefix) && /^[\da-f]{32}$/.test(key.slice(prefix.length));
