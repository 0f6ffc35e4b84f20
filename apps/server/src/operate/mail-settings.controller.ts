import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import * as mailServerLimits from '@tocsin/contracts/mail-server/limits.js';
import { mailTest, type MailSettings, type MailTestResult, type TypedMailServer } from '@tocsin/contracts/mail-server/noun.js';
import { MailFailed } from '@tocsin/platform/mail/mail-failed.js';
import { SmtpMailer } from '@tocsin/platform/mail/smtp-mailer.js';
import { smtpServerOf, type SmtpServer } from '@tocsin/platform/mail/smtp-server.js';
import { loginOf } from '../command/mail-augments.js';
import { quarantineOf } from '../core/store-quarantine.js';
import type { ServerParts } from '../core/server-parts.js';
import { Uses } from '../core/injection.js';
import { mailServerOf } from '../core/mail-server.js';
import { describeMailTrouble } from '../core/mail-trouble-words.js';
import { PublicAddress } from '../core/public-address.js';
import { testMail } from '../deliveries/test-mail.js';
import { HttpProblem, parseOrThrow } from '../problems/problem.js';
import { RateLimits } from '../http/rate-limits.js';
import { RequestWithCaller, type Caller } from '../http/caller.js';
import { requireFresh } from '../http/proof.js';

const dependencies = ['clock', 'config', 'reads', 'vault'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

/** The mail server in use, and a test of it. */
@Controller('api/settings/mail')
export class MailSettingsController {
  constructor(
    @Uses(dependencies) private readonly parts: Dependencies,
    private readonly address: PublicAddress,
    private readonly rates: RateLimits,
  ) {}

  @Get()
  settings(): MailSettings {
    const { smtpUrl, mailFrom } = this.parts.config;
    const server = mailServerOf(this.parts);
    const setBy = { server: smtpUrl === null ? null : 'TOCSIN_SMTP_URL', from: mailFrom === null ? null : 'TOCSIN_MAIL_FROM' } as const;
    if (!server) return { server, setBy };
    const { host, port, security, user, from } = server;
    return { server: { host, port, security, user, from }, setBy };
  }

  /** Only an owner who has confirmed their identity may make this server call a typed address, and then any address is allowed. */
  @Post('test')
  @HttpCode(200)
  async test(@Body() body: unknown, @RequestWithCaller() caller: Caller): Promise<MailTestResult> {
    requireFresh(this.parts, caller);
    const { to, server: typedSettings } = parseOrThrow(mailTest, body);
    if (quarantineOf(this.parts.reads)) throw new HttpProblem('store.held');
    const server = typedSettings ? this.toSmtpServer(typedSettings) : mailServerOf(this.parts);
    if (!server) throw new HttpProblem('mail_server.not_set_up');
    await this.rates.take('codes', caller.actor.id);
    const { deadline: deadlineMs, greeting: greetingMs } = mailServerLimits.mailTest;
    try {
      await new SmtpMailer({ server: () => server, greetingMs }).send({ ...testMail(this.address.url()), to, deadlineMs });
      return { ok: true, step: null, why: null };
    } catch (error) {
      if (!(error instanceof MailFailed)) throw error;
      return { ok: false, step: error.trouble?.step ?? null, why: describeMailTrouble(error, server) };
    }
  }

  /** The typed server with the sender of real mails: the environment’s setting wins over the typed one. */
  private toSmtpServer(typedSettings: TypedMailServer): SmtpServer {
    const from = this.parts.config.mailFrom ?? typedSettings.from;
    return smtpServerOf({ ...typedSettings, from }, loginOf(this.parts, typedSettings)?.login ?? null);
  }
}
