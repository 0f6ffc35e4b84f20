import type { Timer } from '@tocsin/platform/http/deadline.js';
import { OutgoingHttp, type OutgoingOptions } from '@tocsin/platform/http/outgoing.js';
import type { ServerParts } from './server-parts.js';

/** HTTP calls as the configuration allows them. `timer` runs their deadlines; real time when left out. */
export const createOutgoingHttp = (
  { config, clock }: Pick<ServerParts, 'config' | 'clock'>,
  timer?: Timer,
  onResult?: OutgoingOptions['onResult'],
): OutgoingHttp =>
  new OutgoingHttp({
    allowCidrs: config.allowCidrs.join(','),
    allowLoopback: clock.kind === 'manual',
    ...(timer ? { timer } : {}),
    ...(onResult ? { onResult } : {}),
  });
