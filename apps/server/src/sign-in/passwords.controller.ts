import { randomUUID } from 'node:crypto';
import { Body, Controller, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { changePasswordRequest, resetLinkRequest, resetRequest } from '@tocsin/contracts/access/noun.js';
import type { SessionAnswer } from '@tocsin/contracts/http.js';
import { readablePersonal } from '@tocsin/contracts/ids.js';
import type { PersonRow } from '@tocsin/contracts/people/rows.js';
import { findByResetLink, passwordRefOf } from '@tocsin/domain/setup/access/views.js';
import { findByEmail } from '@tocsin/domain/setup/people/views.js';
import { systemActor } from '@tocsin/kernel/react/process.js';
import { checkPassword, hashPassword } from '@tocsin/platform/side/passwords.js';
import { Dispatcher } from '../command/dispatcher.js';
import { NewSecrets } from '../secrets/new-secrets.js';
import type { ServerParts } from '../core/server-parts.js';
import { Uses } from '../core/injection.js';
import { HttpProblem, parseOrThrow, WrongSecret } from '../problems/problem.js';
import { RequestWithCaller, type SignedInCaller } from '../http/caller.js';
import { Attempts } from './attempts.js';
import { resetHashOf } from '../secrets/hashes.js';
import { createResetLink } from './reset-links.js';
import { hasMailServer } from '../core/mail-server.js';
import { waitUntilRead } from '../problems/await-visibility.js';
import { SessionStarter } from './session-starter.js';

const dependencies = ['clock', 'config', 'feed', 'reads', 'troubles', 'vault'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

/** Sets a new password, with the old one or by a link. */
@Controller('api')
export class PasswordsController {
  constructor(
    @Uses(dependencies) private readonly parts: Dependencies,
    private readonly dispatcher: Dispatcher,
    private readonly sessions: SessionStarter,
    private readonly attempts: Attempts,
  ) {}

  /** Not a command of the API: a password must not be in the stored answers, not even hashed. */
  @Post('password')
  @HttpCode(200)
  async change(
    @Body() body: unknown,
    @RequestWithCaller() caller: SignedInCaller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionAnswer> {
    const { person, session } = caller;
    const { oldPassword, newPassword } = parseOrThrow(changePasswordRequest, body);
    const ref = passwordRefOf(this.parts.reads, person);
    const hash = ref === null ? null : this.parts.vault.secret(ref);
    if (hash === null) throw new HttpProblem('password.none');
    const attempt = this.attempts.begin({ what: 'password', account: person.id, address: null });
    if (!(await checkPassword(hash, oldPassword)))
      throw new HttpProblem('password.wrong', {}, [{ path: 'oldPassword', code: 'password.wrong', message: 'The old password is wrong.' }]);
    attempt.succeed();
    await this.choose(person, newPassword, null, request, session.id);
    return this.sessions.prove(caller, request, reply);
  }

  /** Responds before it looks up the account, so that neither the response nor its timing reveals whether the account exists. */
  @Post('password-resets')
  @HttpCode(202)
  askReset(@Body() body: unknown, @Req() request: FastifyRequest): { mailed: boolean } {
    const { email } = parseOrThrow(resetLinkRequest, body);
    const isMailed = hasMailServer(this.parts);
    this.attempts.begin({ what: 'reset', account: email, address: request.ip });
    if (isMailed) setImmediate(() => void this.mailLink(email).catch((error: unknown) => this.parts.troubles.note('reset link', error)));
    return { mailed: isMailed };
  }

  @Get('password-resets/:token')
  showResetLink(@Param('token') token: string): { name: string; email: string } {
    const { name, email } = this.findHolder(token).person;
    return { name: readablePersonal(name), email: readablePersonal(email) };
  }

  /** Uses the link up and ends all sessions of the person. With two-factor sign-in they still need a code. */
  @Post('password-resets/:token')
  @HttpCode(204)
  async reset(@Param('token') token: string, @Body() body: unknown, @Req() request: FastifyRequest): Promise<void> {
    const { person, linkHash } = this.findHolder(token);
    const { password } = parseOrThrow(resetRequest, body);
    await this.choose(person, password, linkHash, request);
  }

  private findHolder(token: string): { person: PersonRow; linkHash: string } {
    const linkHash = resetHashOf(this.parts, token);
    const person = findByResetLink(this.parts.reads, linkHash, this.parts.clock.now());
    if (person) return { person, linkHash };
    throw new WrongSecret('reset.invalid');
  }

  private async mailLink(email: string): Promise<void> {
    const person = findByEmail(this.parts.reads, email);
    if (person?.state !== 'active') return;
    const commandId = randomUUID();
    const secrets = new NewSecrets(this.parts.vault);
    const data = { personId: person.id, ...createResetLink(this.parts, secrets, commandId).made };
    const order = { commandId, actor: systemActor };
    await secrets.sendOrDiscard(() => this.dispatcher.send('MakePasswordResetLink', data, order));
  }

  private async choose(
    person: PersonRow,
    password: string,
    linkHash: string | null,
    request: FastifyRequest,
    keep?: string,
  ): Promise<void> {
    const before = passwordRefOf(this.parts.reads, person);
    const passwordRef = `password:${randomUUID()}`;
    const secrets = new NewSecrets(this.parts.vault);
    secrets.put(passwordRef, await hashPassword(password, this.parts.clock.kind));
    const actor = { kind: 'person' as const, id: person.id, roles: [person.role] };
    const data = { personId: person.id, passwordRef, linkHash };
    // Sessions are ended before and after the event: a crash in between leaves no one signed in, and a session that was started in
    // between with the old password ends too.
    this.sessions.endAllOf(person.id, keep);
    const order = { commandId: randomUUID(), actor };
    const { token } = await secrets.sendOrDiscard(() => this.dispatcher.send('ChangePassword', data, order));
    await waitUntilRead(this.parts, token);
    this.sessions.endAllOf(person.id, keep);
    if (before !== null) this.parts.vault.dropSecret(before);
  }
}
