import { createTransport } from 'nodemailer';
import { startDeadline, type EndReason, type Timer } from '../http/deadline.js';
import { OutgoingFailed } from '../http/outgoing-failed.js';
import { MailFailed } from './mail-failed.js';
import { mailTroubleOf, type SmtpError } from './mail-errors.js';
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
  readonly onResult?: (server: SmtpServer, mailFailure: MailFailed | null) => void;
}

/** Sends by SMTP with one connection for each message: pages are rare, and an idle connection may be dead. */
export class SmtpMailer extends Mailer {
  constructor(private readonly options: SmtpOptions) {
    super();
  }

  get isConfigured(): boolean {
    return this.options.server() !== null;
  }

  async send(mail: Mail): Promise<{ readonly providerId: string }> {
    const server = this.options.server();
    if (!server) throw new OutgoingFailed('delivery.not_configured', 'Mail is not set up.', false);
    const { onResult: reportResult } = this.options;
    try {
      const sent = await this.sendBy(server, mail);
      reportResult?.(server, null);
      return sent;
    } catch (error) {
      if (error instanceof MailFailed) reportResult?.(server, error);
      throw error;
    }
  }

  private async sendBy(server: SmtpServer, mail: Mail): Promise<{ readonly providerId: string }> {
    const { to, subject, text, html, headers, messageId, deadlineMs } = mail;
    const limit = startDeadline(deadlineMs, [mail.signal], this.options.timer);
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
      throw toFailure(error as SmtpError, limit.because(), mail);
    } finally {
      limit.clear();
      transport.close();
    }
  }
}

const toFailure = (error: SmtpError, because: EndReason | null, mail: Mail): MailFailed => {
  if (because === 'deadline') return timeoutFailure(mail, null);
  if (because === 'given_up') return new MailFailed('delivery.outcome_unknown', 'The call was cancelled.', true, null);
  const mailTrouble = mailTroubleOf(error);
  const { code, responseCode } = error;
  if (code === 'ETIMEDOUT') return timeoutFailure(mail, mailTrouble);
  // a 4xx asks for a retry, for example grey-listing
  if (responseCode !== undefined && responseCode >= 400) {
    return new MailFailed('delivery.provider_rejected', mailTrouble.reply, responseCode < 500, mailTrouble);
  }
  if (code === 'EAUTH' || code === 'EENVELOPE' || code === 'EMESSAGE') {
    return new MailFailed('delivery.provider_rejected', code, false, mailTrouble);
  }
  return new MailFailed('delivery.provider_unreachable', mailTrouble.reply, true, mailTrouble);
};

const timeoutFailure = ({ deadlineMs }: Mail, mailTrouble: MailFailed['trouble']): MailFailed =>
  new MailFailed('delivery.timeout', `The mail server did not accept it within ${deadlineMs / 1_000} s.`, true, mailTrouble);
