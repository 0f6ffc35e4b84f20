import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SessionAnswer } from '@tocsin/contracts/http.js';
import { duration } from '@tocsin/contracts/duration.js';
import type { PersonRow } from '@tocsin/contracts/people/rows.js';
import { accessOf, passwordRefOf } from '@tocsin/domain/setup/access/views.js';
import { createSessionToken, hashSessionToken } from '@tocsin/platform/side/session-token.js';
import type { Session } from '@tocsin/platform/side/side-store.js';
import type { ServerParts } from '../core/server-parts.js';
import { Uses } from '../core/injection.js';
import { cookieIn, sendCookies, setCookie } from '../http/cookies.js';
import { sessionCookie, setSessionCookie } from '../http/session-cookie.js';
import type { SignedInCaller } from '../http/caller.js';
import { LiveGateway } from '../live/live.gateway.js';
import { toNetwork } from '../http/network.js';
import { knownBrowserMark } from '../secrets/purpose-macs.js';

const dependencies = ['clock', 'config', 'reads', 'side', 'vault'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

const knownCookie = 'tocsin_known';
const year = 365 * (duration.day / 1_000);

type NewSessionAnswer = SessionAnswer & { readonly token: string };

/** Starts, renews and ends sessions; ending one closes its sockets at once. */
@Injectable()
export class SessionStarter {
  constructor(
    @Uses(dependencies) private readonly parts: Dependencies,
    private readonly live: LiveGateway,
  ) {}

  /** Sets the cookie; the token is for programs. */
  begin(person: PersonRow, request: FastifyRequest, reply: FastifyReply): NewSessionAnswer {
    const token = createSessionToken();
    const now = this.parts.clock.now();
    const userAgent = (request.headers['user-agent'] ?? '').slice(0, 300);
    const { generation } = accessOf(this.parts.reads, person.id);
    const fields = { tokenHash: hashSessionToken(token), personId: person.id, userAgent, address: toNetwork(request.ip), generation };
    const session = this.parts.side.sessions.create(fields, now);
    sendCookies(request, reply, {
      [sessionCookie]: setSessionCookie(this.parts, request, token),
      [knownCookie]: setCookie(this.parts, request, knownCookie, this.mark(person), { maxAge: year, path: '/api/session' }),
    });
    return this.answer(person, session, token);
  }

  /**
   * The person has confirmed their identity: the session continues under a new token, which a stolen copy of the old one does not
   * have.
   */
  prove({ person, session }: SignedInCaller, request: FastifyRequest, reply: FastifyReply): NewSessionAnswer {
    const token = createSessionToken();
    const renewed = this.parts.side.sessions.renew(session, hashSessionToken(token), this.parts.clock.now());
    sendCookies(request, reply, { [sessionCookie]: setSessionCookie(this.parts, request, token) });
    return this.answer(person, renewed, token);
  }

  end(id: string): void {
    this.parts.side.sessions.revoke(id);
    this.live.endSessions([id]);
  }

  /** Ends all sessions of a person, except the one in use. */
  endAllOf(personId: string, except?: string): void {
    this.live.endSessions(this.parts.side.sessions.revokeAllOf(personId, except));
  }

  forget(request: FastifyRequest, reply: FastifyReply): void {
    sendCookies(request, reply, { [sessionCookie]: setSessionCookie(this.parts, request, null) });
  }

  /** Whether this browser has signed in to the account before, with the current password. */
  isKnownBrowser(person: PersonRow | undefined, request: FastifyRequest): boolean {
    const mark = cookieIn(request, knownCookie);
    return person !== undefined && mark !== undefined && mark === this.mark(person);
  }

  private answer({ id: personId, role, auditor }: PersonRow, { expiresAt }: Session, token: string): NewSessionAnswer {
    return { personId, role, auditor, token, expiresAt, now: this.parts.clock.now() };
  }

  private mark(person: PersonRow): string {
    return knownBrowserMark(this.parts.vault, person.id, passwordRefOf(this.parts.reads, person));
  }
}
