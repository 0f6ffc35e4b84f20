import type { ContactKind } from '@tocsin/contracts/contacts/kinds.js';

/** Where the provider of a channel calls this server; null: its public address is not one that a provider calls. */
export const inboundAddress = (publicUrl: string, kind: ContactKind, ...path: readonly string[]): string | null =>
  publicUrl.startsWith('https://') ? [publicUrl, 'api/channels', kind, ...path].join('/') : null;
