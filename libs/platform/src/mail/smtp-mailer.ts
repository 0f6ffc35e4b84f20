import { createTransport } from 'nodemailer';
import { deadline, type Ended, type Timer } from '../http/deadline.js';
import { OutgoingFailed } from '../http/outgoing-failed.js';
import { MailFailed } from './mail-failed.js';
import { mailTroubleOf, type SmtpError } from './mail-trouble.js';
import { Mailer, type Mail } from './mailer.js';
import type { SmtpServer } from './smtp-server.js';

export interface SmtpOptions {
  /** Called for each mail, so that a changed configuration applies to the next one. Null: mail is not configured. */
  readonly server: () => SmtpServer | null;
  /** The clock for deadlines; real time when left out. */
  readonly timer?: Timer;
  /** Milliseconds until the server’s greeting; the time of the whole mail when left out. */
  readonly greetingMs?: number;
  /** Called with the result of each mail. */
  readonly onResult?: (server: SmtpServer, failed: MailFailed | null) => void;
}

/** Sends by SMTP with one connection for each message: pages are rare, and an idle connection may be dead. */
export class SmtpMailer extends Mailer {
  constructor(private readonly options: SmtpOptions) {
    super();
  }

  get configured(): boolean {
    return this.options.server() !== null;
  }

  async send(mail: Mail): Promise<{ readonly providerId: string }> {
    const server = this.options.server();
    if (!server) throw new OutgoingFailed('delivery.not_configured', 'Mail is not set up.', false);
    const { onResult: heard } = this.options;
    try {
      const sent = await this.sendBy(server, mail);
      heard?.(server, null);
      return sent;
    } catch (error) {
      if (error instanceof MailFailed) heard?.(server, error);
      throw error;
    }
  }

  private async sendBy(server: SmtpServer, mail: Mail): Promise<{ readonly providerId: string }> {
    const { to, subject, text, html, headers, messageId, deadlineMs } = mail;
    const limit = deadline(deadlineMs, [mail.signal], this.options.timer);
    const greetingMs = this.options.greetingMs ?? deadlineMs;
    const timeouts = { connectionTimeout: greetingMs, greetingTimeout: greetingMs, dnsTimeout: greetingMs };
    const transport = createTransport({ ...server.connection, ...timeouts });
    const message = { from: server.from, to: { name: '', address: to }, subject, text, html, headers: { ...headers } };
    try {
      const sent = await transport.sendMail({
        ...message,
        ...(messageId === undefined ? {} : { messageId }),
        signal: limit.signal,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      return { providerId: sent.messageId };
    } catch (error) {
      throw failure(error as SmtpError, limit.because(), mail);
    } finally {
      limit.clear();
      transport.close();
    }
  }
}

const failure = (error: SmtpError, because: Ended | null, mail: Mail): MailFailed => {
  if (because === 'deadline') return timedOut(mail, null);
  if (because === 'given_up') return new MailFailed('delivery.outcome_unknown', 'The call was cancelled.', true, null);
  const trouble = mailTroubleOf(error);
  const { code, responseCode } = error;
  if (code === 'ETIMEDOUT') return timedOut(mail, trouble);
  // a 4xx asks for a retry, for example grey-listing
  if (responseCode !== undefined && responseCode >= 400) {
    return new MailFailed('delivery.provider_rejected', trouble.reply, responseCode < 500, trouble);
  }
  if (code === 'EAUTH' || code === 'EENVELOPE' || code === 'EMESSAGE') {
    return new MailFailed('delivery.provider_rejected', code, false, trouble);
  }
  return new MailFailed('delivery.provider_unreachable', trouble.reply, true, trouble);
};

const timedOut = ({ deadlineMs }: Mail, trouble: MailFailed['trouble']): MailFailed =>
  new MailFailed('delivery.timeout', `The mail server did not accept it within ${deadlineMs / 1_000} s.`, true, trouble);
