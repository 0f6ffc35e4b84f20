import { z } from 'zod';
import { id, instant } from './ids.js';

/** The actor: a person (perhaps by the link of a page), a service token, a monitoring system, or Tocsin itself. */
export const actor = z.object({
  kind: z.enum(['person', 'token', 'sender', 'system']),
  id: z.string(),
  /** The role in the organisation, and `auditor` beside it; none for a page link or a service token. */
  roles: z.array(z.string()).default([]),
  /** How a person acted without a session: by the page link they got by this kind of contact method (`link:sms`), in a chat (`chat:slack`), by files (`plan:<id>`) or by an approved plan of a program (`tool:<id>`). */
  via: z.string().optional(),
  /** The API token, its scopes and its `kind`: personal or a service’s. `teamId`: restricted to this team. */
  token: z.object({ id: z.string(), scopes: z.array(z.string()), teamId: z.string().nullable() }).optional(),
});
export type Actor = z.infer<typeof actor>;

/** What a person’s act in a chat comes by: `chat:slack`. It is by their own role, unlike one by a page’s link. */
const chatPrefix = 'chat:';
export const viaChat = (kind: string): string => `${chatPrefix}${kind}`;

/** A command of a plan, which is carried out in the name of whoever applied it. */
const planPrefix = 'plan:';
export const viaPlan = (planId: string): string => `${planPrefix}${planId}`;
export const isViaPlan = ({ via }: Pick<Actor, 'via'>): boolean => via?.startsWith(planPrefix) === true;

/** What a program does by a plan that was approved: `tool:<plan>`. */
const toolPrefix = 'tool:';
export const viaTool = (planId: string): string => `${toolPrefix}${planId}`;
/** The approved plan that it is done by. */
export const toolPlanOf = ({ via }: Pick<Actor, 'via'>): string | undefined =>
  via?.startsWith(toolPrefix) ? via.slice(toolPrefix.length) : undefined;

/** Whether a person acts by the link of their page, which carries no role and opens one page only. Logs of 0.1 name the kind alone. */
export const isByPageLink = ({ via }: Pick<Actor, 'via'>): boolean =>
  via !== undefined && ![chatPrefix, planPrefix, toolPrefix].some((prefix) => via.startsWith(prefix));

export const meta = z.object({
  /** When it was decided, by the clock of the node. Log time is the running maximum of it. */
  at: instant,
  actor,
  commandId: z.string(),
  correlationId: z.string(),
  causationId: z.string().nullable(),
  /** The version of the rule modules that decided. */
  logic: z.string(),
  /** The ordinal up to which the decider had read everything outside its own stream. */
  readUpTo: z.number().int().optional(),
  tz: z.string().optional(),
  node: z.string(),
  epoch: z.number().int().optional(),
  /** Set by the reactor: every event up to this ordinal has been handled, and a restart continues after it. */
  handledUpTo: z.number().int().optional(),
  /** Encrypted fields of `data`, with the subjects of their keys. */
  enc: z.array(z.object({ path: z.string(), subject: z.string() })).optional(),
});
export type Meta = z.infer<typeof meta>;

/** One decrypted event of the log. `ordinal` counts domain events in log order from 1. */
export interface Recorded<Type extends string = string, Data = unknown> {
  readonly id: string;
  readonly stream: string;
  readonly revision: number;
  readonly ordinal: number;
  readonly type: Type;
  readonly v: number;
  readonly data: Data;
  readonly meta: Meta;
}

export const recorded = z.object({
  id,
  stream: z.string(),
  revision: z.number().int(),
  ordinal: z.number().int(),
  type: z.string(),
  v: z.number().int(),
  data: z.unknown(),
  meta,
});
