import type { MailFailed } from '@tocsin/platform/mail/mail-failed.js';
import type { SmtpServer } from '@tocsin/platform/mail/smtp-server.js';
import { describeMailTrouble } from './mail-trouble-words.js';

interface MailFailure {
  readonly since: string;
  readonly why: string;
}

const nameOf = ({ connection, from }: SmtpServer): string => JSON.stringify([connection, from]);

/** Whether the mail server works, judged by the last mail: a refused recipient or message is not a failure of the server. */
export class MailHealth {
  private lastFailure: (MailFailure & { readonly server: string }) | null = null;

  constructor(
    private readonly now: () => string,
    private readonly note: (error: Error) => void,
  ) {}

  readonly onResult = (server: SmtpServer, failure: MailFailed | null): void => {
    if (failure?.reason === 'delivery.outcome_unknown' && failure.trouble === null) return;
    if (!failure?.isOfServer) {
      this.lastFailure = null;
      return;
    }
    const failureText = describeMailTrouble(failure, server);
    this.note(new Error(failureText));
    const name = nameOf(server);
    const since = this.lastFailure?.server === name ? this.lastFailure.since : this.now();
    this.lastFailure = { server: name, since, why: failureText };
  };

  /** Null when the last mail by this server was accepted, or none was sent by it yet. */
  failureFor(server: SmtpServer | null): MailFailure | null {
    const { lastFailure: failed } = this;
    return server && failed?.server === nameOf(server) ? { since: failed.since, why: failed.why } : null;
  }
}
