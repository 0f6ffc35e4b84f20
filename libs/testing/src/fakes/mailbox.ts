import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';
import { ItemCollector } from '../await-items.js';
import type { CertificateFiles } from '../machine/certificates.js';

export interface MailboxOptions {
  /** Refuses all other logins. */
  readonly user?: string;
  readonly pass?: string;
  /** Speaks TLS from the first byte, or offers STARTTLS; plain when it is left out. */
  readonly tls?: CertificateFiles & { readonly from: 'the start' | 'STARTTLS' };
}

interface Refusal {
  readonly at: 'sender' | 'recipient' | 'message';
  readonly code: number;
  readonly says: string;
}

/** A mail server on loopback that stores what it receives. */
export class Mailbox {
  private readonly mails = new ItemCollector<ParsedMail>('mail');
  /** Mails that were received while it hung, or that it cut. */
  readonly unanswered = new ItemCollector<ParsedMail>('mail without an answer');
  private readonly server: SMTPServer;
  private refusal: Refusal | null = null;
  private isHanging = false;
  private isCutting = false;
  private readonly sockets = new Set<Socket>();

  private constructor(private readonly options: MailboxOptions) {
    const { tls } = options;
    this.server = new SMTPServer({
      disabledCommands: tls?.from === 'STARTTLS' ? [] : ['STARTTLS'],
      ...(tls ? { secure: tls.from === 'the start', cert: readFileSync(tls.cert), key: readFileSync(tls.key) } : {}),
      authOptional: options.user === undefined,
      allowInsecureAuth: true,
      closeTimeout: 100,
      logger: false,
      onAuth: (auth, _session, callback) => {
        if (auth.username === options.user && auth.password === options.pass) return callback(null, { user: auth.username });
        return callback(new Error('Invalid username or password'));
      },
      onMailFrom: (_address, _session, callback) => callback(this.refusalAt('sender')),
      onRcptTo: (_address, _session, callback) => callback(this.refusalAt('recipient')),
      // a client that gives up half-way is not the mailbox’s error
      onData: (stream, _session, callback) => void this.take(stream, callback).catch(() => {}),
    });
    // a client that disconnects is not the mailbox’s error
    this.server.on('error', () => {});
    this.server.server.on('connection', (socket) => {
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
    });
  }

  /** Listens on a free port of 127.0.0.1. */
  static async start(options: MailboxOptions = {}): Promise<Mailbox> {
    const mailbox = new Mailbox(options);
    await once(mailbox.server.listen(0, '127.0.0.1'), 'listening');
    return mailbox;
  }

  /** For TOCSIN_SMTP_URL. */
  get url(): string {
    const { user, pass } = this.options;
    const login = user === undefined ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(pass ?? '')}@`;
    return `smtp://${login}127.0.0.1:${this.port}`;
  }
  get port(): number {
    return (this.server.server.address() as AddressInfo).port;
  }
  /** Accepted mails, parsed, in order of arrival. */
  get messages(): readonly ParsedMail[] {
    return this.mails.items;
  }

  /** Refuses from now on: every sender, every recipient, or every message once it was received. */
  refuse(at: Refusal['at'], code: number, says: string): void {
    this.refusal = { at, code, says };
  }
  /** Receives messages and never answers. */
  hang(): void {
    this.isHanging = true;
  }
  /** Receives messages, and cuts the connection instead of confirming them. */
  cut(): void {
    this.isCutting = true;
  }
  /** Works again. */
  recover(): void {
    this.refusal = null;
    this.isHanging = false;
    this.isCutting = false;
  }

  /** The first matching mail, received or future. Rejects after `timeoutMs`. */
  async waitFor(predicate?: (mail: ParsedMail) => boolean, timeoutMs?: number): Promise<ParsedMail> {
    return this.mails.waitFor(predicate, timeoutMs);
  }
  /** The code in the last verification mail; undefined before the first. */
  lastCode(): string | undefined {
    const codes = this.messages.map((mail) => /^(\d{6}) is your/.exec(mail.subject ?? '')?.[1]);
    return codes.findLast((code) => code !== undefined);
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  private refusalAt(at: Refusal['at']): Error | null {
    if (this.refusal?.at !== at) return null;
    return Object.assign(new Error(this.refusal.says), { responseCode: this.refusal.code });
  }

  private async take(stream: SMTPServerDataStream, callback: (error?: Error | null) => void): Promise<void> {
    const mail = await simpleParser(await buffer(stream));
    if (this.isHanging) return this.unanswered.add(mail);
    if (this.isCutting) {
      for (const socket of this.sockets) socket.destroy();
      return this.unanswered.add(mail);
    }
    const refusalError = this.refusalAt('message');
    if (!refusalError) this.mails.add(mail);
    callback(refusalError);
  }
}
