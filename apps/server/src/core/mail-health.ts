import type { MailFailed } from '@tocsin/platform/mail/mail-failed.js';
import type { SmtpServer } from '@tocsin/platform/mail/smtp-server.js';
import { mailTroubleWords } from './mail-trouble-words.js';

interface Failing {
  readonly since: string;
  readonly why: string;
}

const nameOf = ({ connection, from }: SmtpServer): string => JSON.stringify([connection, from]);

/** Whether the mail server works, judged by the last mail: a refused recipient or message is not a failure of the server. */
export class MailHealth {
  private failed: (Failing & { readonly server: string }) | null = null;

  constructor(
    private readonly now: () => string,
    private readonly note: (error: Error) => void,
  ) {}

  readonly onResult = (server: SmtpServer, failure: MailFailed | null): void => {
    if (failure?.reason === 'delivery.outcome_unknown') return;
    if (!failure?.isOfServer) {
      this.failed = null;
      return;
    }
    const why = mailTroubleWords(failure, server);
    this.note(new Error(why));
    const name = nameOf(server);
    const since = this.failed?.server === name ? this.failed.since : this.now();
    this.failed = { server: name, since, why };
  };

  /** Null when the last mail by this server was accepted, or none was sent by it yet. */
  failing(server: SmtpServer | null): Failing | null {
    const { failed } = this;
    return server && failed?.server === nameOf(server) ? { since: failed.since, why: failed.why } : null;
  }
}
