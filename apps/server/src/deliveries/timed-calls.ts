import type { CallDeadlines } from '@tocsin/platform/clock/call-deadlines.js';
import type { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import type { Mailer } from '@tocsin/platform/mail/mailer.js';
import { SmtpMailer } from '@tocsin/platform/mail/smtp-mailer.js';
import type { CallHealth } from '../core/call-health.js';
import type { MailHealth } from '../core/mail-health.js';
import { mailServerOf } from '../core/mail-server.js';
import { createOutgoingHttp } from '../core/outgoing-http.js';
import type { ServerParts } from '../core/server-parts.js';

/** Calls that follow from a fact: their deadlines use the clock of the log, not the machine’s time. */
export class TimedCalls {
  readonly http: OutgoingHttp;
  readonly mailer: Mailer;

  constructor(
    parts: Pick<ServerParts, 'clock' | 'config' | 'reads' | 'vault'>,
    timer: CallDeadlines,
    health: Pick<MailHealth, 'onResult'>,
    callHealth: Pick<CallHealth, 'onResult'>,
  ) {
    this.http = createOutgoingHttp(parts, timer, callHealth.onResult);
    // read for each mail, so that a changed mail server needs no restart
    this.mailer = new SmtpMailer({ server: () => mailServerOf(parts), onResult: health.onResult, timer });
  }
}
