import type { Permission } from '../permissions.js';
import type { CommandType, ViewName } from '../catalogue.js';
import type { RefusalCode } from '../refusals.js';
import type { ShapeName } from '../shapes.js';
import type { Audience, CookieName, OpenTerms } from './open-terms.js';
import type { QueryParameter } from './query.js';

/** Who enters a route: whoever is signed in, whoever of them has the permission, or an audience without a session. */
export type Entrance = Permission | 'session' | Audience;

export interface RouteAnswer<Shape extends string = ShapeName> {
  readonly status: number;
  readonly says: string;
  /** The JSON in the answer; none: no JSON. */
  readonly shape?: Shape;
  /** Content types in which it is answered beside that JSON. */
  readonly types?: readonly string[];
}

/** The groups of routes, and their headings. */
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
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** `:name` stands for one segment. */
  readonly path: string;
  readonly room: keyof typeof rooms;
  readonly says: string;
  readonly body?: Shape;
  /** Content types of a body that is no JSON. */
  readonly bodyTypes?: readonly string[];
  /** Whether a form is taken in place of JSON, with the same fields. */
  readonly takesForms?: true;
  readonly example?: unknown;
  readonly query?: Readonly<Record<string, QueryParameter>>;
  /** The command that a `POST /api/commands/…` is about. */
  readonly command?: CommandType;
  /** The view of which rows are answered. */
  readonly view?: ViewName;
  readonly answers: readonly RouteAnswer<Shape>[];
  readonly refusals?: readonly RefusalCode[];
  /** What its answers may set. */
  readonly cookies?: readonly CookieName[];
}

/** Nobody enters without a session, except by terms that the route declares; with a permission, it then checks that itself. */
type RouteEntrance =
  | { readonly permission: Permission | 'session'; readonly terms?: OpenTerms }
  | { readonly permission: Audience; readonly terms: OpenTerms };

/**
 * One HTTP route. Every refusal is answered as problem details; `refusals` names the ones to expect beside those of every route. `Shape`:
 * what its bodies and answers are called, of which senders’ routes have their own.
 */
export type Route<Shape extends string = ShapeName> = RouteFields<Shape> & RouteEntrance;

/** Of routes whose answers are computed on threads for it. */
export const computedRefusals = ['limit.work', 'limit.computations', 'answer.took_too_long', 'answer.too_large'] as const;

/** The answers of a route that succeeds with 200. `says`: its description in the reference. `types`: content types beside JSON. */
export const okAnswer = (says: string, shape?: ShapeName, types?: readonly string[]): readonly RouteAnswer[] => [
  { status: 200, says, ...(shape ? { shape } : {}), ...(types ? { types } : {}) },
];
/** The answers of a route that succeeds with 200 and no JSON of a shape. */
export const fileAnswer = (says: string, ...types: readonly string[]): readonly RouteAnswer[] => [{ status: 200, says, types }];

/** The answer of an act: it is on the log. */
export const acceptedAnswer = (says: string, shape: ShapeName = 'Accepted'): readonly RouteAnswer[] => [{ status: 202, says, shape }];
