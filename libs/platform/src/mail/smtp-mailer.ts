import { PassThrough, type Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import { startDeadline, type EndReason, type Timer } from '../http/deadline.js';
import { OutgoingFailed } from '../http/outgoing-failed.js';
import { MailFailed } from './mail-failed.js';
import { mailTroubleOf, type SmtpError } from './mail-errors.js';
import { Mailer, type Mail } from './mailer.js';
import { senderDomainOf, type SmtpServer } from './smtp-server.js';

export interface SmtpOptions {
  /** Called for each mail, so that a changed configuration applies to the next one. Null: mail is not configured. */
  readonly server: () => SmtpServer | null;
  /** The clock for deadlines; real time when left out. */
  readonly timer?: Timer;
  /** Milliseconds until the server’s greeting; the time of the whole mail when left out. */
  readonly greetingMs?: number;
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
    const { to, subject, text, html, headers, idLeft, deadlineMs } = mail;
    const limit = startDeadline(deadlineMs, [mail.signal], this.options.timer);
    const greetingMs = this.options.greetingMs ?? deadlineMs;
    const timeouts = { connectionTimeout: greetingMs, greetingTimeout: greetingMs, dnsTimeout: greetingMs };
    const transport = createTransport({ ...server.connection, ...timeouts });
    let isHandedOver = false;
    transport.use('stream', ({ message }, done) => {
      message.processFunc((input: Readable) => input.pipe(new PassThrough()).once('end', () => (isHandedOver = true)));
      done();
    });
    const message = { from: server.from, to: { name: '', address: to }, subject, text, html, headers: { ...headers } };
    try {
      const sent = await transport.sendMail({
        ...message,
        ...(idLeft === undefined ? {} : { messageId: `<${idLeft}@${senderDomainOf(server)}>` }),
        signal: limit.signal,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      return { providerId: sent.messageId };
    } catch (error) {
      const failure = toFailure(error as SmtpError, limit.because(), mail);
      throw isHandedOver ? withoutConfirmation(failure, error as SmtpError, mail) : failure;
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

/**
 * Everything was sent, to the final dot, and the server has not said whether it accepted it: it may deliver it. A failure that the server answered, and a
 * call that the caller gave up, stay what they are.
 */
const withoutConfirmation = (failure: MailFailed, { responseCode }: SmtpError, { deadlineMs }: Mail): MailFailed => {
  if (responseCode !== undefined || failure.reason === 'delivery.outcome_unknown') return failure;
  const isTimeout = failure.reason === 'delivery.timeout';
  const detail = isTimeout
    ? `The mail server took the mail and did not confirm it within ${deadlineMs / 1_000} s: perhaps delivered.`
    : 'The connection ended before the mail server confirmed the mail: perhaps delivered.';
  const reply = failure.trouble?.reply ?? 'no answer';
  return new MailFailed('delivery.outcome_unknown', detail, true, { step: 'message', fault: 'unconfirmed', reply });
};

const timeoutFailure = ({ deadlineMs }: Mail, mailTrouble: MailFailed['trouble']): MailFailed =>
  new MailFailed('delivery.timeout', `The mail server did not accept it within ${deadlineMs / 1_000} s.`, true, mailTrouble);
