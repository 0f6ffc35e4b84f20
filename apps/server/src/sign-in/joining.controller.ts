import { randomUUID } from 'node:crypto';
import { Body, Controller, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { InvitationShown, SessionAnswer } from '@tocsin/contracts/http.js';
import { joinRequest } from '@tocsin/contracts/people/commands.js';
import { type PersonRow } from '@tocsin/contracts/people/rows.js';
import { organisationKey } from '@tocsin/contracts/organisation/noun.js';
import { passwordRefOf } from '@tocsin/domain/setup/access/views.js';
import { teamsOf } from '@tocsin/domain/setup/people/departure.js';
import { findByInvitation } from '@tocsin/domain/setup/people/views.js';
import { signInOf } from '@tocsin/domain/setup/sign-in/views.js';
import { hashPassword } from '@tocsin/platform/side/passwords.js';
import { invitationHashOf, openInvitation } from '../secrets/hashes.js';
import { Dispatcher } from '../command/dispatcher.js';
import { NewSecrets } from '../secrets/new-secrets.js';
import type { ServerParts } from '../core/server-parts.js';
import { Uses } from '../core/injection.js';
import { HttpProblem, parseOrThrow, WrongSecret } from '../problems/problem.js';
import { SessionStarter } from './session-starter.js';
import { waitUntilKnown } from '../problems/await-visibility.js';

const dependencies = ['clock', 'memory', 'reads', 'vault'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

/** Joins through an invitation. */
@Controller('api/invitations')
export class JoiningController {
  constructor(
    @Uses(dependencies) private readonly parts: Dependencies,
    private readonly dispatcher: Dispatcher,
    private readonly sessions: SessionStarter,
  ) {}

  @Get(':token')
  invitation(@Param('token') token: string): InvitationShown {
    const { person } = this.findInvited(token);
    const { reads } = this.parts;
    const organisation = reads.organisation.get(organisationKey)?.name ?? '';
    const teams = teamsOf(reads, person.id).map((id) => reads.teams.get(id)!.name);
    return { name: person.name, email: person.email, organisation, teams, byPassword: this.canUsePassword(person) };
  }

  @Post(':token')
  @HttpCode(201)
  async join(
    @Param('token') token: string,
    @Body() body: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionAnswer> {
    const { person, isMailed } = this.findInvited(token);
    if (!this.canUsePassword(person)) throw new HttpProblem('session.openid_only');
    const { password, name, timeZone } = parseOrThrow(joinRequest, body);
    const passwordRef = `password:${randomUUID()}`;
    const secrets = new NewSecrets(this.parts.vault);
    secrets.put(passwordRef, await hashPassword(password, this.parts.clock.kind));
    const actor = { kind: 'person' as const, id: person.id, roles: [person.role] };
    const proved = isMailed ? { addressProved: true as const } : {};
    const data = { personId: person.id, passwordRef, ...(name ? { name } : {}), ...(timeZone ? { timeZone } : {}), ...proved };
    const order = { commandId: randomUUID(), actor };
    await secrets.sendOrDiscard(() => this.dispatcher.send('JoinPerson', data, order));
    await waitUntilKnown(this.parts, () => this.parts.reads.people.get(person.id)?.state === 'active');
    const now = this.parts.reads.people.get(person.id)!;
    // made an owner in the meantime: the password from an admin’s invitation is no longer valid
    if (passwordRefOf(this.parts.reads, now) !== passwordRef) throw new HttpProblem('invitation.invalid');
    return this.sessions.begin(now, request, reply);
  }

  /** If only owners may use passwords, everyone else joins through the identity provider. */
  private canUsePassword({ role }: PersonRow): boolean {
    return role === 'owner' || !signInOf(this.parts.reads).onlyOpenId;
  }

  private findInvited(link: string): { readonly person: PersonRow; readonly isMailed: boolean } {
    const invitationToken = openInvitation(this.parts, link);
    const person = invitationToken && findByInvitation(this.parts.reads, invitationHashOf(this.parts, invitationToken.token));
    const isOpen = person?.state === 'invited' && (person.invitationExpiresAt ?? '') >= this.parts.clock.now();
    if (invitationToken && isOpen) return { person, isMailed: invitationToken.isMailed };
    throw new WrongSecret('invitation.invalid');
  }
}
