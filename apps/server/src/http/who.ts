import {
  createParamDecorator,
  Injectable,
  SetMetadata,
  type CanActivate,
  type CustomDecorator,
  type ExecutionContext,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '@tocsin/contracts/envelope.js';
import type { PersonRow } from '@tocsin/contracts/people.js';
import { auditorFlag } from '@tocsin/contracts/permissions.js';
import { sessionTokenHash } from '@tocsin/platform/side/session-token.js';
import type { Session } from '@tocsin/platform/side/side-store.js';
import { Core } from '../core/core.js';
import { HttpProblem } from './problem.js';

export const sessionCookie = 'tocsin_session';

/** Who asks: found in sessions and in memory, never in a view that may lag. */
export interface Who {
  readonly person: PersonRow;
  readonly session: Session;
  readonly actor: Actor;
  /** By cookie: the browser sends it by itself, so the request’s origin is checked. */
  readonly byCookie: boolean;
}

type Asking = FastifyRequest & { who?: Who };

const bearerOf = (header: string | undefined): string | undefined => /^Bearer\s+(\S+)$/i.exec(header ?? '')?.[1];
const cookieOf = (header: string | undefined): string | undefined =>
  (header ?? '')
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${sessionCookie}=`))
    ?.slice(sessionCookie.length + 1);

/** What the table of permissions is read with: the role, and the flag beside it. */
const rolesOf = ({ role, auditor }: PersonRow): string[] => [role, ...(auditor ? [auditorFlag] : [])];

/** The session of these headers, or undefined. Used by HTTP and by sockets alike. */
export const whoAsks = (
  core: Core,
  headers: { readonly authorization?: string | undefined; readonly cookie?: string | undefined },
): Who | undefined => {
  const bearer = bearerOf(headers.authorization);
  const token = bearer ?? cookieOf(headers.cookie);
  if (!token) return undefined;
  const now = core.clock.now();
  const session = core.side.sessions.find(sessionTokenHash(token), now);
  if (!session) return undefined;
  const person = core.reads.people.get(session.personId);
  if (person?.state !== 'active') return undefined;
  const actor: Actor = { kind: 'person', id: person.id, roles: rolesOf(person) };
  return { person, session: core.side.sessions.touch(session, now), actor, byCookie: bearer === undefined };
};

const open = 'tocsin:open';
/** A route that asks nobody who they are. */
export const Open = (): CustomDecorator => SetMetadata(open, true);

const safe = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Same origin, for what a browser sends by itself: a form on another site must not act here. */
const isForeign = ({ headers, method }: FastifyRequest): boolean => {
  if (safe.has(method)) return false;
  if (headers['sec-fetch-site'] !== undefined && headers['sec-fetch-site'] !== 'same-origin' && headers['sec-fetch-site'] !== 'none')
    return true;
  const { origin, host } = headers;
  return origin !== undefined && origin !== 'null' && URL.canParse(origin) && new URL(origin).host !== host;
};

@Injectable()
export class SessionGuard implements CanActivate {
  constructor(
    private readonly core: Core,
    private readonly reflector: Reflector,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    if (context.getType() !== 'http') return true;
    const request = context.switchToHttp().getRequest<Asking>();
    const who = whoAsks(this.core, request.headers);
    if (who) request.who = who;
    if (this.reflector.getAllAndOverride<boolean>(open, [context.getHandler(), context.getClass()])) return true;
    if (!who || (who.byCookie && isForeign(request))) throw new HttpProblem('session.required');
    return true;
  }
}

/** Who asks; on a route that is not open there is always somebody. */
export const Asking = createParamDecorator((_data: unknown, context: ExecutionContext): Who | undefined => {
  return context.switchToHttp().getRequest<Asking>().who;
});
