import type { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import type { ServerParts } from '../core/server-parts.js';

interface Dependencies {
  readonly parts: Pick<ServerParts, 'clock' | 'reads' | 'vault'>;
  readonly outgoing: Pick<OutgoingHttp, 'post'>;
}

export type FoundMember = { readonly address: string; readonly label: string } | { readonly problem: 'none' | 'unknown' | 'unreachable' };
export type FindMember = (dependencies: Dependencies, id: string) => Promise<FoundMember>;
