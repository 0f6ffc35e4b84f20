import type { Permission } from '../permissions.js';
import type { CommandType, ViewName } from '../catalogue.js';
import type { RefusalCode } from '../refusals.js';
import type { ShapeName } from '../shapes.js';
import type { Audience, CookieName, OpenTerms } from './open-terms.js';
import type { QueryParameter } from './query.js';

export type Entrance = Permission | 'session' | Audience;

export interface RouteAnswer<Shape extends string = ShapeName> {
  readonly status: number;
  readonly says: string;
  /** Absent: no JSON. */
  readonly shape?: Shape;
  /** Other content types of the answer, beside JSON. */
  readonly types?: readonly string[];
}

/** Groups of routes, with their headings. */
export const rooms = {
  server: 'The server itself',
  session: 'Setting up and signing in',
  commands: 'Commands',
  views: 'Views and history',
  pages: 'The link in a page',
  ingest: 'Signals',
  test: 'Controllable clock',
} as const;

interface RouteFields<Shape extends string> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `:name` stands for one segment. */
  readonly path: string;
  readonly says: string;
  readonly body?: Shape;
  /** Content types of a body that is not JSON. */
  readonly bodyTypes?: readonly string[];
  /** Whether a form with the same fields is accepted instead of JSON. */
  readonly takesForms?: true;
  readonly example?: unknown;
  readonly query?: Readonly<Record<string, QueryParameter>>;
  /** The parameter that bounds what is read: a token that is bound to a moment is held to it. Absent: such a token is refused. */
  readonly boundBy?: 'at' | 'before' | 'ordinal';
  /** For a `POST /api/commands/…`. */
  readonly command?: CommandType;
  /** The view whose rows are returned. */
  readonly view?: ViewName;
  readonly answers: readonly RouteAnswer<Shape>[];
  readonly refusals?: readonly RefusalCode[];
  /** What its answers may set. */
  readonly cookies?: readonly CookieName[];
}

/** Routes without a session must declare terms. A route with a permission and terms checks the permission itself. */
type RouteEntrance =
  | { readonly permission: Permission | 'session'; readonly terms?: OpenTerms }
  | { readonly permission: Audience; readonly terms: OpenTerms };

/**
 * Every refusal is answered as problem details; `refusals` lists the ones to expect beside those of every route. `Shape`: the names of its bodies and
 * answers; routes of senders have their own.
 */
export type Route<Shape extends string = ShapeName> = RouteInRoom<Shape> & { readonly room: keyof typeof rooms };
type RouteInRoom<Shape extends string = ShapeName> = RouteFields<Shape> & RouteEntrance;

export const inRoom = (room: Route['room'], routes: readonly RouteInRoom[]): readonly Route[] =>
  routes.map((route) => ({ ...route, room }));

/** Refusals of routes whose answers are computed on worker threads. */
export const computedRefusals = ['limit.work', 'limit.computations', 'answer.took_too_long', 'answer.too_large'] as const;

/** Status 200. `says`: the description in the reference. `types`: content types beside JSON. */
export const okAnswer = (says: string, shape?: ShapeName, types?: readonly string[]): readonly RouteAnswer[] => [
  { status: 200, says, ...(shape ? { shape } : {}), ...(types ? { types } : {}) },
];
/** Status 200 without JSON. */
export const fileAnswer = (says: string, ...types: readonly string[]): readonly RouteAnswer[] => [{ status: 200, says, types }];

/** For an act that is now on the log. */
export const acceptedAnswer = (says: string, shape: ShapeName = 'Accepted'): readonly RouteAnswer[] => [{ status: 202, says, shape }];
