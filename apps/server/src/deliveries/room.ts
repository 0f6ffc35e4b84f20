import { CallDeadlines } from '@tocsin/platform/clock/call-deadlines.js';
import { CallHealth } from '../core/call-health.js';
import { MailHealth } from '../core/mail-health.js';
import type { Room } from '../core/room.js';
import type { ServerParts } from '../core/server-parts.js';
import { TimedCalls } from './timed-calls.js';

export const deliveriesRoom = (server: ServerParts): Room => ({
  providers: [
    {
      provide: TimedCalls,
      useFactory: (timer: CallDeadlines, mails: MailHealth, calls: CallHealth) => new TimedCalls(server, timer, mails, calls),
      inject: [CallDeadlines, MailHealth, CallHealth],
    },
  ],
});
