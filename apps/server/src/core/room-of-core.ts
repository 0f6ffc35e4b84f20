import { CallDeadlines } from '@tocsin/platform/clock/call-deadlines.js';
import { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { CallHealth } from './call-health.js';
import { ConnectionHealth } from './connection-health.js';
import { MailHealth } from './mail-health.js';
import { createOutgoingHttp } from './outgoing-http.js';
import { PublicAddress } from './public-address.js';
import { PushHealth } from './push-health.js';
import type { Room } from './room.js';
import type { ServerParts } from './server-parts.js';
import { partProviders } from './injection.js';

const mailHealthOf = ({ clock, troubles }: Pick<ServerParts, 'clock' | 'troubles'>): MailHealth =>
  new MailHealth(
    () => clock.now(),
    (error) => troubles.note('mail', error),
  );

export const coreRoom = (parts: ServerParts): Room => ({
  providers: [
    ...partProviders(parts),
    { provide: OutgoingHttp, useValue: createOutgoingHttp(parts) },
    { provide: CallDeadlines, useFactory: () => new CallDeadlines(parts.clock) },
    { provide: CallHealth, useFactory: () => new CallHealth(() => parts.clock.now()) },
    { provide: MailHealth, useFactory: () => mailHealthOf(parts) },
    { provide: ConnectionHealth, useFactory: () => new ConnectionHealth(() => parts.clock.now()) },
    { provide: PushHealth, useFactory: () => new PushHealth(() => parts.clock.now()) },
    PublicAddress,
  ],
});
