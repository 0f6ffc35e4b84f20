import type { Permission } from '../permissions.js';
import type { CommandType, ViewName } from '../catalogue.js';
import type { RefusalCode } from '../refusals.js';
import type { ShapeName } from '../shapes.js';

/**
 * Authentication of a route. `open`: none. `session`: a signed-in person. A permission: a signed-in person who has it. `integration_key`: the key of
 * an integration. `page_link`: the secret of a page’s link. `feed_link`: the secret of a calendar feed. `manual_clock`: a server with a manual clock.
 * `operator_token`: on the machine itself, the content of `operator.token` in the data folder.
 */
export type Entrance = Permission | 'open' | 'session' | 'integration_key' | 'page_link' | 'feed_link' | 'manual_clock' | 'operator_token';

export interface RouteAnswer<Shape extends string = ShapeName> {
  readonly status: number;
  readonly says: string;
  /** The JSON in the answer; none: no JSON, or none that is promised. */
  readonly shape?: Shape;
}

/**
 * One HTTP route. Every refusal is answered as problem details; `refusals` names the ones to expect beside those of every route. `Shape`:
 * what its bodies and answers are called, of which senders’ routes have their own.
 */
export interface Route<Shape extends string = ShapeName> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** `:name` stands for one segment. */
  readonly path: string;
  readonly room: 'server' | 'session' | 'commands' | 'views' | 'pages' | 'ingest' | 'test';
  readonly says: string;
  readonly permission: Entrance;
  readonly body?: Shape;
  /** Content types of a body that is no JSON. */
  readonly bodyTypes?: readonly string[];
  readonly example?: unknown;
  readonly query?: Readonly<Record<string, string>>;
  /** The command that a `POST /api/commands/…` is about. */
  readonly command?: CommandType;
  /** The view of which rows are answered. */
  readonly view?: ViewName;
  readonly answers: readonly RouteAnswer<Shape>[];
  readonly refusals?: readonly RefusalCode[];
}

/** Of routes whose answers are computed on threads for it. */
export const computedRefusals = ['limit.work', 'limit.computations', 'answer.took_too_long', 'answer.too_large'] as const;

/** The answers of a route that succeeds with 200. `says`: its description in the reference. */
export const okAnswer = (says: string, shape?: ShapeName): readonly RouteAnswer[] => [{ status: 200, says, ...(shape ? { shape } : {}) }];

/** The answer of an act: it is on the log. */
export const acceptedAnswer = (says: string, shape: ShapeName = 'Accepted'): readonly RouteAnswer[] => [{ status: 202, says, shape }];
