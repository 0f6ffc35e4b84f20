import { randomUUID } from 'node:crypto';
import { Body, Controller, Delete, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SessionAnswer, SetUpAnswer, StatusAnswer } from '@tocsin/contracts/http.js';
import { limits } from '@tocsin/contracts/limits.js';
import { setUpRequest } from '@tocsin/contracts/organisation.js';
import { joinRequest, signInRequest, type PersonRow } from '@tocsin/contracts/people.js';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import { organisationKey } from '@tocsin/domain/organisation/views.js';
import { findByEmail, findByInvitation } from '@tocsin/domain/people/views.js';
import { derivedId } from '@tocsin/kernel/ids.js';

import { plus } from '@tocsin/kernel/time.js';
import { hashPassword, verifyPassword, verifyUnknown } from '@tocsin/platform/side/passwords.js';
import { newSessionToken, sessionTokenHash } from '@tocsin/platform/side/session-token.js';
import { Core } from '../core/core.js';
import { PublicAddress } from '../core/public-address.js';
import { HttpProblem, parsed } from '../http/problem.js';
import { isHttps, isLocal } from '../http/arrival.js';
import { RateLimits } from '../http/rate-limits.js';
import { setSessionCookie } from '../http/session-cookie.js';
import { Asking, Open, type SignedIn } from '../http/who.js';
import { addressOf, shownAddress } from '../ingest/address.js';
import { LiveGateway } from '../live/live.gateway.js';
import { version } from '@tocsin/platform/data-folder/program-version.js';
import { invitationHashOf, keyHashOf } from './augment.js';
import { Dispatcher } from './dispatcher.js';
import { SetUpCode } from './set-up-code.js';

const after = (ms: number, call: () => void): (() => void) => {
  const timer = setTimeout(call, ms);
  return () => clearTimeout(timer);
};

/** Set-up, sign-in and joining: what somebody may do before they are somebody. */
@Controller('api')
export class SessionController {
  constructor(
    private readonly core: Core,
    private readonly dispatcher: Dispatcher,
    private readonly address: PublicAddress,
    private readonly code: SetUpCode,
    private readonly live: LiveGateway,
    private readonly rates: RateLimits,
  ) {}

  @Get('status')
  @Open()
  status(@Req() request: FastifyRequest): StatusAnswer {
    const setUp = this.isSetUp();
    const url = setUp ? this.address.url() : this.address.guess(this.protocol(request), request.headers.host);
    const { clock } = this.core;
    return { setUp, codeRequired: !setUp && !isLocal(request), version, clock: clock.kind, url, now: clock.now() };
  }

  @Post('setup')
  @HttpCode(201)
  @Open()
  async setUp(
    @Body() body: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SetUpAnswer> {
    if (this.isSetUp()) throw new HttpProblem('setup.done');
    const asked = parsed(setUpRequest, body);
    if (!isLocal(request) && !this.code.matches(asked.code)) throw new HttpProblem('setup.code_required');
    const url = (asked.url ?? this.address.guess(this.protocol(request), request.headers.host)).replace(/\/+$/, '');
    const commandId = randomUUID();
    const { core } = this;
    const id = (purpose: string): string => derivedId(core.clock.now(), commandId, purpose);
    const key = core.vault.mac('new-integration-key', commandId).toString('hex').slice(0, 32);
    const facts: FactOf<'OrganisationSetUp'> = {
      organisationId: id('organisation'),
      name: asked.organisation,
      timeZone: asked.timeZone ?? 'UTC',
      url,
      owner: { personId: id('owner'), name: asked.name, email: asked.email, passwordRef: `password:${id('owner')}` },
      team: { teamId: id('team'), name: asked.teamName ?? asked.organisation },
      service: { serviceId: id('service'), name: asked.serviceName ?? 'Production' },
      policy: { policyId: id('policy'), name: 'Default' },
      integration: {
        integrationId: id('integration'),
        name: 'Alertmanager',
        kind: 'alertmanager',
        keyHash: keyHashOf(core, key),
        keyRef: `integration-key:${commandId}`,
      },
      contactMethodId: id('contact-method'),
      ruleIds: { high: id('rule.high'), low: id('rule.low') },
    };
    // Secrets are in the vault before the fact that names them: a kill in between leaves a secret that nobody asks for.
    core.vault.putSecret(facts.owner.passwordRef, await hashPassword(asked.password));
    core.vault.putSecret(facts.integration.keyRef, key);
    const actor = { kind: 'person' as const, id: facts.owner.personId, roles: ['owner'] };
    const settled = await this.dispatcher.send('SetUp', facts, { commandId, actor, correlationId: request.id });
    const { reads } = core;
    await this.until(
      () =>
        reads.people.get(facts.owner.personId)?.state === 'active' &&
        (reads.contacts.get(facts.owner.personId)?.rules.length ?? 0) > 0 &&
        (reads.integrations.get(facts.integration.integrationId)?.keys.length ?? 0) > 0,
    );
    const session = this.begin({ id: facts.owner.personId, role: 'owner', auditor: false }, request, reply);
    const { organisationId, team, service, policy, integration, contactMethodId } = facts;
    return {
      ...session,
      organisationId,
      teamId: team.teamId,
      serviceId: service.serviceId,
      policyId: policy.policyId,
      integrationId: integration.integrationId,
      contactMethodId,
      address: addressOf(url, integration.kind, key),
      connect: shownAddress(url, integration.kind, key),
      after: (await core.log.head()).token || settled.token,
    };
  }

  @Post('session')
  @HttpCode(201)
  @Open()
  async signIn(
    @Body() body: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionAnswer> {
    const { email, password } = parsed(signInRequest, body);
    const account = this.hashed(`account:${email.trim().toLowerCase()}`);
    const from = this.hashed(`address:${request.ip}`);
    this.throttle(account, from);
    const person = findByEmail(this.core.reads, email);
    const hash = person?.state === 'active' && person.passwordRef ? this.core.vault.secret(person.passwordRef) : null;
    const right = hash === null ? await verifyUnknown(password) : await verifyPassword(hash, password);
    if (!person || !right) {
      const now = this.core.clock.now();
      this.core.side.refusedSignIns.note(account, now);
      this.core.side.refusedSignIns.note(from, now);
      throw new HttpProblem('session.refused');
    }
    this.core.side.refusedSignIns.forget(account);
    return this.begin(person, request, reply);
  }

  @Get('session')
  session(@Asking() { person, session }: SignedIn): SessionAnswer {
    return { personId: person.id, role: person.role, auditor: person.auditor, expiresAt: session.expiresAt, now: this.core.clock.now() };
  }

  @Delete('session')
  @HttpCode(204)
  signOut(@Asking() { session }: SignedIn, @Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): void {
    this.core.side.sessions.revoke(session.tokenHash);
    this.live.endSessions([session.tokenHash]);
    reply.header('set-cookie', setSessionCookie(this.core, request, null));
  }

  @Get('invitations/:token')
  @Open()
  async invitation(
    @Param('token') token: string,
    @Req() request: FastifyRequest,
  ): Promise<{ name: PersonRow['name']; email: PersonRow['email']; organisation: string }> {
    const { name, email } = await this.invited(token, request.ip);
    return { name, email, organisation: this.core.reads.organisation.get(organisationKey)?.name ?? '' };
  }

  @Post('invitations/:token')
  @HttpCode(201)
  @Open()
  async join(
    @Param('token') token: string,
    @Body() body: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionAnswer> {
    const person = await this.invited(token, request.ip);
    const { password, name, timeZone } = parsed(joinRequest, body);
    const passwordRef = `password:${randomUUID()}`;
    this.core.vault.putSecret(passwordRef, await hashPassword(password));
    const actor = { kind: 'person' as const, id: person.id, roles: [person.role] };
    const data = { personId: person.id, passwordRef, ...(name ? { name } : {}), ...(timeZone ? { timeZone } : {}) };
    await this.dispatcher.send('JoinPerson', data, { commandId: randomUUID(), actor, correlationId: request.id });
    await this.until(() => this.core.reads.people.get(person.id)?.state === 'active');
    return this.begin(person, request, reply);
  }

  private async invited(token: string, address: string): Promise<PersonRow> {
    const person = findByInvitation(this.core.reads, invitationHashOf(this.core, token));
    const isOpen = person?.state === 'invited' && (person.invitationExpiresAt ?? '') >= this.core.clock.now();
    if (person && isOpen) return person;
    await this.rates.guessed(address);
    throw new HttpProblem('invitation.invalid');
  }

  private isSetUp(): boolean {
    return this.core.reads.organisation.get(organisationKey) !== undefined;
  }

  /** Set-up and joining are single facts, and processes make the rest of them: whoever goes on finds it there. */
  private async until(isThere: () => boolean): Promise<void> {
    if (!(await this.core.memory.until(isThere, limits.sendDeadline, after))) throw new HttpProblem('store.starting', {}, undefined, 1);
  }

  private begin(
    { id: personId, role, auditor }: Pick<PersonRow, 'id' | 'role' | 'auditor'>,
    request: FastifyRequest,
    reply: FastifyReply,
  ): SessionAnswer & { token: string } {
    const token = newSessionToken();
    const now = this.core.clock.now();
    const userAgent = (request.headers['user-agent'] ?? '').slice(0, 300);
    const session = this.core.side.sessions.create({ tokenHash: sessionTokenHash(token), personId, userAgent }, now);
    reply.header('set-cookie', setSessionCookie(this.core, request, token));
    return { personId, role, auditor, token, expiresAt: session.expiresAt, now };
  }

  private throttle(account: string, from: string): void {
    const { perAccount, perAddress, window } = limits.signInAttempts;
    const since = plus(this.core.clock.now(), -window);
    const { refusedSignIns } = this.core.side;
    if (refusedSignIns.countSince(account, since) < perAccount && refusedSignIns.countSince(from, since) < perAddress) return;
    throw new HttpProblem('limit.rate', { seconds: window / 1_000 }, undefined, window / 1_000);
  }

  private protocol(request: FastifyRequest): 'http' | 'https' {
    return isHttps(this.core, request) ? 'https' : 'http';
  }

  private hashed(text: string): string {
    return this.core.vault.mac('sign-in', text).toString('base64url');
  }
}
