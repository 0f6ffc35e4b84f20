import { randomUUID } from 'node:crypto';
import { Body, Controller, Delete, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { secondStepRequest, type SecondStepAnswer } from '@tocsin/contracts/access/noun.js';
import type { SessionAnswer, TelegramLink } from '@tocsin/contracts/http.js';
import { signInRequest } from '@tocsin/contracts/people/commands.js';
import { type PersonRow } from '@tocsin/contracts/people/rows.js';
import { startLink } from '@tocsin/contracts/telegram-ids.js';
import { accessOf, passwordRefOf } from '@tocsin/domain/setup/access/views.js';
import { findByEmail } from '@tocsin/domain/setup/people/views.js';
import { signInOf } from '@tocsin/domain/setup/sign-in/views.js';
import { checkPassword } from '@tocsin/platform/side/passwords.js';
import { Dispatcher } from '../command/dispatcher.js';
import { connectionOf } from '../core/connection-of.js';
import type { ServerParts } from '../core/server-parts.js';
import { Uses } from '../core/injection.js';
import { HttpProblem, parseOrThrow } from '../problems/problem.js';
import { RequestWithCaller, type SignedInCaller } from '../http/caller.js';
import { startCodeOf } from '../secrets/start-codes.js';
import { Attempts } from './attempts.js';
import { personOfChallenge, challengeOf } from './second-step.js';
import { SessionStarter } from './session-starter.js';
import { TwoFactor } from './two-factor.js';

const dependencies = ['clock', 'reads', 'vault'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

/** Sign-in and sign-out. */
@Controller('api/session')
export class SessionController {
  constructor(
    @Uses(dependencies) private readonly parts: Dependencies,
    private readonly dispatcher: Dispatcher,
    private readonly sessions: SessionStarter,
    private readonly attempts: Attempts,
    private readonly twoFactor: TwoFactor,
  ) {}

  @Get()
  session(@RequestWithCaller() { person, session }: SignedInCaller): SessionAnswer {
    return { personId: person.id, role: person.role, auditor: person.auditor, expiresAt: session.expiresAt, now: this.parts.clock.now() };
  }

  /** Changes nothing: the link says by itself for whom it is. */
  @Get('telegram-link')
  telegramLink(@RequestWithCaller() { person }: SignedInCaller): TelegramLink {
    const botName = connectionOf(this.parts, 'telegram')?.fields['botName'];
    if (botName === undefined) throw new HttpProblem('connection.not_set_up');
    const { code, expiresAt } = startCodeOf(this.parts.vault, person.id, this.parts.clock.now());
    return { link: startLink(botName, code), botName, expiresAt };
  }

  /** `201`: a session; `202`: a code is needed. */
  @Post()
  async signIn(
    @Body() body: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionAnswer | SecondStepAnswer> {
    const { email, password } = parseOrThrow(signInRequest, body);
    const foundPerson = findByEmail(this.parts.reads, email.trim());
    const isKnown = this.sessions.isKnownBrowser(foundPerson, request);
    const attempt = this.attempts.begin({ what: 'password', account: email, address: request.ip, isKnown });
    const person = await this.verifyPassword(foundPerson, password);
    attempt.succeed();
    if (!accessOf(this.parts.reads, person.id).twoFactor) return this.begin(person, request, reply);
    reply.status(202);
    return challengeOf(this.parts, person);
  }

  @Post('second-step')
  @HttpCode(201)
  async secondStep(
    @Body() body: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionAnswer> {
    const { challenge, code } = parseOrThrow(secondStepRequest, body);
    const person = personOfChallenge(this.parts, challenge);
    const isKnown = this.sessions.isKnownBrowser(person, request);
    const attempt = this.attempts.begin({ what: 'code', account: person.id, address: request.ip, isKnown });
    const right = this.twoFactor.check(person.id, code);
    if (!right)
      throw new HttpProblem('two_factor.wrong_code', {}, [{ path: 'code', code: 'two_factor.wrong_code', message: 'This code is wrong.' }]);
    if (right.by === 'recovery') await this.useUp(person, right.recoveryHash);
    attempt.succeed();
    // looked up again: the person may have been disabled, or made an owner, while the code was used up
    return this.begin(personOfChallenge(this.parts, challenge), request, reply);
  }

  @Delete()
  @HttpCode(204)
  signOut(
    @RequestWithCaller() { session }: SignedInCaller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): void {
    this.sessions.end(session.id);
    this.sessions.forget(request, reply);
  }

  /**
   * The same work and the same message for every account, whether it exists or not. Throws session.refused, or session.openid_only
   * where that is set.
   */
  private async verifyPassword(foundPerson: PersonRow | undefined, password: string): Promise<PersonRow> {
    const { onlyOpenId } = signInOf(this.parts.reads);
    const person = foundPerson?.state === 'active' && (!onlyOpenId || foundPerson.role === 'owner') ? foundPerson : undefined;
    const ref = person ? passwordRefOf(this.parts.reads, person) : null;
    const isRight = await checkPassword(ref === null ? null : this.parts.vault.secret(ref), password);
    // Reads the account again, because hashing takes time: a password that was replaced meanwhile is not accepted.
    const now = person && this.parts.reads.people.get(person.id);
    if (isRight && now?.state === 'active' && passwordRefOf(this.parts.reads, now) === ref) return now;
    throw new HttpProblem(onlyOpenId ? 'session.openid_only' : 'session.refused');
  }

  private async useUp(person: PersonRow, recoveryHash: string): Promise<void> {
    const actor = { kind: 'person' as const, id: person.id, roles: [person.role] };
    const data = { personId: person.id, recoveryHash };
    await this.dispatcher.send('UseRecoveryCode', data, { commandId: randomUUID(), actor });
  }

  private begin(person: PersonRow, request: FastifyRequest, reply: FastifyReply): SessionAnswer {
    reply.status(201);
    return this.sessions.begin(person, request, reply);
  }
}
