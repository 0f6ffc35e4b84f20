import { Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import type { AccessShown, TwoFactorOffer } from '@tocsin/contracts/access/noun.js';
import type { PersonRow } from '@tocsin/contracts/people/rows.js';
import { accessOf, passwordRefOf } from '@tocsin/domain/setup/access/views.js';
import { isOwner, canActForPerson } from '@tocsin/domain/rules/permissions.js';
import type { Session } from '@tocsin/platform/side/side-store.js';
import { whoMay } from '@tocsin/contracts/who-may.js';
import type { ServerParts } from '../core/server-parts.js';
import { Uses } from '../core/injection.js';
import { HttpProblem } from '../problems/problem.js';
import { RequestWithCaller, type SignedInCaller } from '../http/caller.js';
import { SessionStarter } from './session-starter.js';
import { requireToken, waitUntilRead } from '../problems/await-visibility.js';
import { TwoFactor } from './two-factor.js';

const dependencies = ['clock', 'feed', 'reads', 'side', 'vault'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

/** The key for ending a session: enough of its id to be unique, but of no use for signing in. */
const keyOf = ({ id }: Session): string => id.slice(0, 32);

/** Credentials and sessions of an account: for the person, and for people who may configure people. */
@Controller('api')
export class AccessController {
  constructor(
    @Uses(dependencies) private readonly parts: Dependencies,
    private readonly sessions: SessionStarter,
    private readonly twoFactor: TwoFactor,
  ) {}

  @Get('people/:id/access')
  async access(
    @Param('id') id: string,
    @Query('after') after: string | undefined,
    @RequestWithCaller() caller: SignedInCaller,
  ): Promise<AccessShown> {
    if (after) {
      requireToken(after);
      await waitUntilRead(this.parts, after);
    }
    const person = this.findPerson(id, caller);
    const { passwordSince, twoFactor, subjectHash, resetLink } = accessOf(this.parts.reads, id);
    const ref = passwordRefOf(this.parts.reads, person);
    return {
      password: ref !== null && this.parts.vault.secret(ref) !== null,
      passwordSince,
      twoFactor: twoFactor && { since: twoFactor.since, recoveryCodesLeft: twoFactor.recoveryHashes.length },
      openId: subjectHash !== null,
      resetMail: resetLink?.mail ?? null,
      sessions: this.liveSessionsOf(id).map((session) => ({
        key: keyOf(session),
        isThis: session.id === caller.session.id,
        createdAt: session.createdAt,
        lastSeenAt: session.lastSeenAt,
        userAgent: session.userAgent,
        address: session.address,
      })),
    };
  }

  /** Ends all sessions except the caller’s own. */
  @Delete('people/:id/sessions')
  @HttpCode(204)
  endAll(@Param('id') id: string, @RequestWithCaller() caller: SignedInCaller): void {
    this.requireMayEnd(id, caller);
    this.sessions.endAllOf(id, caller.session.id);
  }

  @Delete('people/:id/sessions/:key')
  @HttpCode(204)
  end(@Param('id') id: string, @Param('key') key: string, @RequestWithCaller() caller: SignedInCaller): void {
    this.requireMayEnd(id, caller);
    const session = this.liveSessionsOf(id).find((one) => keyOf(one) === key);
    if (!session) throw new HttpProblem('session.not_found');
    this.sessions.end(session.id);
  }

  /** A new secret for an authenticator app. It takes effect when a code confirms it. */
  @Post('two-factor')
  offer(@RequestWithCaller() { person }: SignedInCaller): TwoFactorOffer {
    if (accessOf(this.parts.reads, person.id).twoFactor) throw new HttpProblem('two_factor.on_already');
    return this.twoFactor.offer(person);
  }

  private liveSessionsOf(personId: string): readonly Session[] {
    const { generation } = accessOf(this.parts.reads, personId);
    return this.parts.side.sessions.listOf(personId, this.parts.clock.now()).filter((session) => session.generation === generation);
  }

  private findPerson(id: string, { actor }: SignedInCaller): PersonRow {
    if (!canActForPerson({ actor }, id)) throw new HttpProblem('permission.denied', { who: whoMay('self.configure') });
    const person = this.parts.reads.people.get(id);
    if (!person) throw new HttpProblem('person.not_found');
    return person;
  }

  /** An admin can’t sign an owner out. */
  private requireMayEnd(id: string, caller: SignedInCaller): void {
    const { role } = this.findPerson(id, caller);
    const isAllowed = role !== 'owner' || id === caller.person.id || isOwner({ actor: caller.actor });
    if (!isAllowed) throw new HttpProblem('permission.denied', { who: whoMay('owner.configure') });
  }
}
