import { createTransport } from 'nodemailer';
import { deadline, type Ended, type Timer } from '../http/deadline.js';
import { networkCode, OutgoingFailed } from '../http/outgoing-failed.js';
import { Mailer, type Mail } from './mailer.js';

export interface SmtpOptions {
  /** TOCSIN_SMTP_URL: `smtp://user:pass@host:port` or `smtps://…`. Null or empty: mail is not set up. */
  readonly url: string | null;
  /** TOCSIN_MAIL_FROM: `Tocsin <tocsin@example.org>`. Null: `tocsin@` and the server’s name. */
  readonly from: string | null;
  /** By which deadlines come; the machine’s time when it is left out. */
  readonly timer?: Timer;
}

/** Sends by SMTP, one connection a message: a page is rare, and a kept connection may be dead. */
export class SmtpMailer extends Mailer {
  readonly configured: boolean;
  private readonly url: string;
  private readonly from: string;
  private readonly timer: Timer | undefined;

  /** Throws a sentence without the password in it when `url` can’t be read. */
  constructor(options: SmtpOptions) {
    super();
    this.timer = options.timer;
    this.url = options.url?.trim() ?? '';
    this.configured = this.url !== '';
    if (this.configured && !/^smtps?:$/.test(URL.parse(this.url)?.protocol ?? '')) {
      throw new Error('TOCSIN_SMTP_URL can’t be read. Write for example smtp://user:password@mail.example.org:587.');
    }
    this.from = options.from?.trim() || `Tocsin <tocsin@${URL.parse(this.url)?.hostname ?? 'localhost'}>`;
  }

  async send(mail: Mail): Promise<{ readonly providerId: string }> {
    if (!this.configured) throw new OutgoingFailed('delivery.not_configured', 'TOCSIN_SMTP_URL is not set.', false);
    const { to, subject, text, html, headers, messageId, deadlineMs } = mail;
    const limit = deadline(deadlineMs, [mail.signal], this.timer);
    const transport = createTransport({
      url: this.url,
      connectionTimeout: deadlineMs,
      greetingTimeout: deadlineMs,
      dnsTimeout: deadlineMs,
    });
    const message = { from: this.from, to: { name: '', address: to }, subject, text, html, headers: { ...headers } };
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
      throw failure(error, limit.because(), mail);
    } finally {
      limit.clear();
      transport.close();
    }
  }
}

interface SmtpError {
  readonly code?: string;
  readonly responseCode?: number;
  readonly response?: string;
}

const failure = (error: unknown, because: Ended | null, mail: Mail): OutgoingFailed => {
  const { code, responseCode, response } = error as SmtpError;
  if (because === 'deadline' || code === 'ETIMEDOUT') {
    return new OutgoingFailed('delivery.timeout', `The mail server did not take it within ${mail.deadlineMs / 1_000} s.`);
  }
  if (because === 'given_up') return new OutgoingFailed('delivery.outcome_unknown', 'The call was given up on the way.');
  // a 4xx is “not now”: grey-listing asks to come again
  if (responseCode !== undefined && responseCode >= 400) {
    return new OutgoingFailed('delivery.provider_rejected', said(response ?? String(responseCode)), responseCode < 500);
  }
  if (code === 'EAUTH' || code === 'EENVELOPE' || code === 'EMESSAGE') return new OutgoingFailed('delivery.provider_rejected', code, false);
  return new OutgoingFailed('delivery.provider_unreachable', networkCode((error as Error).cause ?? error));
};

/** The server’s sentence without the addresses and links it repeats, at most 200 characters. */
const said = (response: string): string =>
  response
    .replace(/\S+@\S+/g, '…')
    .replace(/\S+:\/\/\S+/g, '…')
    .replace(/\s+/g, ' ')
    .slice(0, 200);
