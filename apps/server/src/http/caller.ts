import { createParamDecorator, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '@tocsin/contracts/envelope.js';
import type { PersonRow } from '@tocsin/contracts/people/rows.js';
import { auditorFlag, type Permission } from '@tocsin/contracts/permissions.js';
import type { TokenRow } from '@tocsin/contracts/tokens/noun.js';
import { whoMay } from '@tocsin/contracts/who-may.js';
import { accessOf } from '@tocsin/domain/setup/access/views.js';
import { canEverHave, refuseToken, type PermissionInput } from '@tocsin/domain/rules/permissions.js';
import { hashSessionToken } from '@tocsin/platform/side/session-token.js';
import type { Session } from '@tocsin/platform/side/side-store.js';
import type { ServerParts } from '../core/server-parts.js';
import { Uses } from '../core/injection.js';
import { holdToMoment } from './bound-token.js';
import { isForeign, isDeclaredForeign, type Arrival } from './client-origin.js';
import { termsOf } from './declared-routes.js';
import { entranceOf, isPermission } from './route-access.js';
import { HttpProblem, toRefusedProblem } from '../problems/problem.js';
import { cookieToken } from './session-cookie.js';
import { byToken, isToken } from './token.js';

const dependencies = ['clock', 'config', 'reads', 'side', 'troubles', 'vault'] as const;
const guarded = [...dependencies, 'moments'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

/** The caller, from sessions and memory, never from a view, which may lag. A caller has a session or a token, not both. */
export interface Caller {
  /** Null for a service with a token. */
  readonly person: PersonRow | null;
  readonly session: Session | null;
  readonly token: TokenRow | null;
  readonly actor: Actor;
  /** Identified by cookie: browsers send cookies by themselves, so the request’s origin is checked. */
  readonly isByCookie: boolean;
}
/** The caller on a route for people who are signed in. */
export interface SignedInCaller extends Caller {
  readonly person: PersonRow;
  readonly session: Session;
}
export const isSignedIn = (caller: Caller): caller is SignedInCaller => caller.person !== null && caller.session !== null;

type RequestWithCaller = FastifyRequest & { who?: Caller };

const bearerOf = (header: string | undefined): string | undefined => /^Bearer\s+(\S+)$/i.exec(header ?? '')?.[1];

/** The roles for the permission table: the person’s role and the auditor flag. */
export const rolesOf = ({ role, auditor }: PersonRow): string[] => [role, ...(auditor ? [auditorFlag] : [])];

/** Becoming an owner ends a person’s earlier sessions: only sessions of the current generation are valid. */
export const isCurrentGeneration = ({ reads }: Pick<ServerParts, 'reads'>, { personId, generation }: Session): boolean =>
  accessOf(reads, personId).generation === generation;

/**
 * Records the session’s use. If that fails, for example on a full disk, the session stays valid, so that people can still
 * acknowledge.
 */
const touchSession = (parts: Dependencies, session: Session, now: string): Session => {
  try {
    return parts.side.sessions.touch(session, now);
  } catch (error) {
    parts.troubles.note('sessions', error);
    return session;
  }
};

/** The session or the token of this request, or undefined. Used by HTTP and sockets. */
export const callerOf = (parts: Dependencies, arrival: Arrival): Caller | undefined => {
  const bearer = bearerOf(arrival.headers.authorization);
  if (isToken(bearer)) {
    const tokenCaller = byToken(parts, bearer, (personId) => rolesOf(parts.reads.people.get(personId)!));
    const person = tokenCaller?.token.personId ? parts.reads.people.get(tokenCaller.token.personId)! : null;
    return tokenCaller && { ...tokenCaller, person, session: null, isByCookie: false };
  }
  const token = bearer ?? cookieToken(parts, arrival);
  if (!token) return undefined;
  const now = parts.clock.now();
  const session = parts.side.sessions.find(hashSessionToken(token), now);
  if (!session) return undefined;
  const person = parts.reads.people.get(session.personId);
  if (person?.state !== 'active' || !isCurrentGeneration(parts, session)) return undefined;
  const actor: Actor = { kind: 'person', id: person.id, roles: rolesOf(person) };
  return { person, session: touchSession(parts, session, now), token: null, actor, isByCookie: bearer === undefined };
};

/** The same caller with their current role: a socket stays open for days, and a reduced role must take effect. */
export const asNow = ({ reads }: Pick<ServerParts, 'reads'>, { person, actor }: Caller): PermissionInput => {
  const now = person && reads.people.get(person.id);
  return person ? { actor: { ...actor, roles: now?.state === 'active' ? rolesOf(now) : [] } } : { actor };
};

const safe = new Set(['GET', 'HEAD', 'OPTIONS']);

@Injectable()
export class SessionGuard implements CanActivate {
  constructor(@Uses(guarded) private readonly parts: Pick<ServerParts, (typeof guarded)[number]>) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (context.getType() !== 'http') return true;
    const request = context.switchToHttp().getRequest<RequestWithCaller>();
    const caller = callerOf(this.parts, request);
    if (caller) request.who = caller;
    const isChange = !safe.has(request.method);
    if (termsOf(request)) {
      // no sign-in and no set-up from pages of another site; the link of a page is opened from wherever it was sent
      if (isChange && entranceOf(request) !== 'page_link' && isDeclaredForeign(request)) throw new HttpProblem('request.foreign');
      return true;
    }
    if (caller?.isByCookie && isChange && isForeign(request)) throw new HttpProblem('request.foreign');
    if (!caller) throw new HttpProblem(unauthenticatedCode(request));
    this.requirePermission(request, caller);
    const boundTo = caller.token?.asOf;
    if (boundTo !== undefined) holdToMoment(request, await this.parts.moments.pin(boundTo));
    return true;
  }

  /** Checks the permission from the list of routes. Permissions on a particular object are checked where the object is known. */
  private requirePermission(request: FastifyRequest, caller: Caller): void {
    const entrance = entranceOf(request);
    if (isPermission(entrance)) return requirePermission(this.parts, caller.actor, entrance);
    // unknown commands and views get their own error; all other routes are for people who are signed in
    if (caller.token && !(entrance === undefined && isAboutNames(request))) throw new HttpProblem('token.not_for_this');
  }
}

/** Throws HttpProblem for callers who have the permission nowhere. */
export const requirePermission = (parts: Dependencies, actor: Actor, permission: Permission): void => {
  const refusal = refuseToken({ actor }, permission);
  if (refusal) throw toRefusedProblem(refusal);
  if (!canEverHave({ actor, reads: parts.reads }, permission)) throw new HttpProblem('permission.denied', { who: whoMay(permission) });
};

const isAboutNames = ({ routeOptions }: FastifyRequest): boolean => /:(?:type|view)(?:\/|$)/.test(routeOptions.url ?? '');

/** The error code of an unknown caller: different for an invalid token. */
export const unauthenticatedCode = ({ headers }: Arrival): 'token.invalid' | 'session.required' =>
  isToken(bearerOf(headers.authorization)) ? 'token.invalid' : 'session.required';

/** The caller that the guard found, if any. */
export const callerIn = (request: FastifyRequest): Caller | undefined => (request as RequestWithCaller).who;

/** The caller; never undefined on a route that is not open. */
export const RequestWithCaller = createParamDecorator((_data: unknown, context: ExecutionContext): Caller | undefined => {
  return context.switchToHttp().getRequest<RequestWithCaller>().who;
});
