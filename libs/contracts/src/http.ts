import { z } from 'zod';
import { typedEmail } from './email-address.js';
import { recorded } from './envelope.js';
import { id, instant, personal } from './ids.js';
import { refusedSignal } from './integrations/senders.js';

/** The body of `202` of `POST /api/commands/:Type`. */
export const accepted = z.object({
  commandId: id,
  /** For `?after=`: a view responds once it includes the effects of this command. */
  token: z.string(),
  /** The streams that were written, with their new revision and the views that they change. Empty when it was so already. */
  streams: z.array(z.object({ stream: z.string(), revision: z.number().int(), views: z.array(z.string()) })),
  /** Current state if nothing changed, otherwise results: ids, an invitation’s link, a key shown once. */
  says: z.record(z.string(), z.unknown()),
});
export type CommandAccepted = z.infer<typeof accepted>;

/** What `?at=` was pinned to. */
export const moment = z.object({
  ordinal: z.number().int(),
  /** Log time there. */
  at: z.string(),
  /** Nothing later is known: the answer is that of now. */
  isEnd: z.boolean(),
});
export type MomentAnswer = z.infer<typeof moment>;

/** `GET /api/views/:view` */
export const listed = z.object({
  /** Total number of matching rows; with `count=1`. */
  count: z.number().int().optional(),
  /** Matching rows by the values of columns; with `countBy`. */
  counts: z
    .array(z.object({ values: z.record(z.string(), z.union([z.string(), z.number(), z.null()])), count: z.number().int() }))
    .optional(),
  /** With `q`: the line of an alert, its summary or `label=value`, for groups that are listed because of it alone. */
  inAlerts: z.array(z.object({ id, text: z.string() })).optional(),
  rows: z.array(z.unknown()),
  /** Pass it as `?cursor=`; null on the last page. */
  next: z.string().nullable(),
  /** The view has seen every event up to this ordinal. */
  ordinal: z.number().int(),
  asOf: moment.optional(),
});

/**
 * `GET /api/events`: newest first. `next`: pass it as `?before=`; a filter may match fewer events than requested, or none, although there are more.
 * `head`: everything up to this ordinal was filtered, so `?after=` it requests newer events.
 */
export const eventsAnswer = z.object({
  events: z.array(z.unknown()),
  next: z.number().int().nullable(),
  head: z.number().int(),
  /** Of a search for words: events with encrypted text that were decrypted, and the most that one answer decrypts; `next` continues. */
  decrypted: z.object({ events: z.number().int(), most: z.number().int() }).optional(),
});

/** `GET /api/events/:ordinal`. */
export const eventShown = recorded;

/**
 * `GET /api/events/:ordinal/causes`: the chain of causes, nearest first. Each is the cause of the one before it, the first that of the event. `next`:
 * ordinal to continue from. `missing`: why the cause of the last one is absent: `not yet`, that part of the log is not indexed; `not found`, there is
 * no such earlier event on this log.
 */
export const causesAnswer = z.object({
  events: z.array(z.unknown()),
  next: z.number().int().nullable(),
  missing: z.enum(['not yet', 'not found']).nullable(),
});

/**
 * `GET /api/events/:ordinal/effects`: direct effects, oldest first. `next`: pass it as `?after=`. `complete`: the whole log is indexed; otherwise
 * there may be more. `together`: events of the same decision, at most 40 around it.
 */
export const effectsAnswer = z.object({
  events: z.array(z.unknown()),
  next: z.number().int().nullable(),
  complete: z.boolean(),
  together: z.array(z.unknown()),
});

/** `GET /api/session` and the answer of `POST /api/session`, `POST /api/setup`, `POST /api/invitations/:token`. */
export const sessionAnswer = z.object({
  personId: id,
  role: z.string(),
  /** The auditor flag. */
  auditor: z.boolean(),
  /** For `Authorization: Bearer …`; browsers get an HttpOnly cookie. Only in the response that starts the session. */
  token: z.string().optional(),
  expiresAt: instant,
  now: instant,
});
export type SessionAnswer = z.infer<typeof sessionAnswer>;

/** `GET /api/session/telegram-link`. */
export const telegramLink = z.object({ link: z.url(), botName: z.string(), expiresAt: instant });
export type TelegramLink = z.infer<typeof telegramLink>;

/** Configuration for the monitoring system, with the key: in responses that issue or reveal a key, and of set-up. */
export const integrationAddress = z.object({
  address: z.string(),
  key: z.string(),
  curl: z.string(),
  snippet: z.string().nullable(),
});
export type IntegrationAddressShown = z.infer<typeof integrationAddress>;

/** `POST /api/setup` answers with the session and all that was made. */
export const setUpAnswer = sessionAnswer.extend({
  organisationId: id,
  teamId: id,
  serviceId: id,
  policyId: id,
  integrationId: id,
  contactMethodId: id,
  /** Ingest URL, with the key. */
  address: z.string(),
  /** The same, with text to paste. */
  connect: integrationAddress,
  after: z.string(),
});
export type SetUpAnswer = z.infer<typeof setUpAnswer>;

/** `GET /api/status`, open to all: data for the first page. */
export const statusAnswer = z.object({
  setUp: z.boolean(),
  codeRequired: z.boolean(),
  version: z.string(),
  clock: z.enum(['system', 'manual']),
  /** The kind of its log: only a live one pages people. */
  kind: z.enum(['live', 'demo', 'import']),
  url: z.string(),
  /** The public address comes from TOCSIN_URL, which overrides the setting. */
  urlFromEnvironment: z.boolean(),
  /** Mails are sent from here: a mail server is set. */
  mail: z.boolean(),
  /** A mail that came back was handed over since the mail server was set; before, a dead address looks like one that works. */
  bounces: z.boolean(),
  /** The kinds of connections that are set up: without its own, a contact method gets nothing. */
  connections: z.array(z.string()),
  now: instant,
});
export type StatusAnswer = z.infer<typeof statusAnswer>;

/** `GET /api/integrations/:id/keys`: each key with its last use, and what still came on those that were ended, as this node saw it. */
export const integrationKeys = z.object({
  keys: z.array(z.object({ keyId: z.string(), since: instant, lastUsedAt: instant.nullable() })),
  ended: z.array(
    z.object({
      keyId: z.string(),
      since: instant,
      until: instant,
      /** Refused since it was ended; null: nothing came. */
      refused: z.object({ times: z.number().int(), at: instant }).nullable(),
    }),
  ),
  /** On a live key, and not taken; null once one was, and after a restart. */
  lastRefused: refusedSignal.nullable(),
  /** The last ones, the newest first, whatever was taken since. */
  refusedLately: z.array(refusedSignal),
});
export type IntegrationKeysShown = z.infer<typeof integrationKeys>;

/** `GET /api/views/:view/:id`, and each of the `rows` of a list. `ordinal`: of the event that changed the row last. */
export const shownRow = z.object({ id: z.string(), ordinal: z.number().int(), row: z.unknown(), asOf: moment.optional() });

/**
 * `GET /api/views`: for each `read`, in order, the answer of that route, or the problem it was refused with. Null: the answers became too large;
 * ask for it alone.
 */
export const readsAnswer = z.array(z.union([z.object({ answer: z.unknown() }), z.object({ problem: z.unknown() })]).nullable());

/** `202` of `POST /api/bulk`: each group is done or refused separately. `problem` is the response of the single command. */
export const bulkAnswer = z.object({
  results: z.array(z.object({ groupId: id, accepted: accepted.optional(), problem: z.unknown().optional() })),
  token: z.string(),
});
export type BulkAnswer = z.infer<typeof bulkAnswer>;

/** `GET /api/invitations/:token`: the invited person. */
export const invitationShown = z.object({
  name: personal(z.string()),
  email: personal(z.string()),
  organisation: z.string(),
  /** The teams that they are a member of once they join: their names. */
  teams: z.array(z.string()),
  /** Whether they choose a password; else they join by the identity provider. */
  byPassword: z.boolean(),
});
export type InvitationShown = z.infer<typeof invitationShown>;

/** `GET /api/push`: the key that browsers subscribe with. */
export const pushShown = z.object({ publicKey: z.string() });
export type PushShown = z.infer<typeof pushShown>;

/** `POST /api/public-address/test`: does this address lead to this server? */
export const addressTest = z.strictObject({ url: z.url({ protocol: /^https?$/ }).max(2_000) });
/**
 * `leadsHere`: this server answers there. `ok`: and others can reach it by this address, as far as the address itself tells. `why`: what is
 * wrong, as a sentence; null when it is ok.
 */
export const addressTestResult = z.object({ ok: z.boolean(), why: z.string().nullable(), leadsHere: z.boolean() });
export type AddressTestResult = z.infer<typeof addressTestResult>;
/** `GET /api/reached/:challenge`: what only this installation can answer. */
export const reachedAnswer = z.object({ answer: z.string() });
export type ReachedAnswer = z.infer<typeof reachedAnswer>;

/** `POST /api/store/owner`: for an active person. */
export const newOwnerRequest = z.strictObject({ email: typedEmail });

/** `POST /api/rebuild`: names of views; all when absent. */
export const rebuildRequest = z.strictObject({ views: z.array(z.string()).min(1).optional() });
/** The views being rebuilt. */
export const rebuildAccepted = z.object({ views: z.array(z.string()).readonly() });
export type RebuildAccepted = z.infer<typeof rebuildAccepted>;
/** `GET /api/rebuild`: the running rebuild with its progress in ordinals, and the result of the last one: `trouble` null, successful. */
export const rebuildShown = z.object({
  running: z.object({ views: z.array(z.string()).readonly(), ordinal: z.number().int(), target: z.number().int() }).nullable(),
  last: z.object({ views: z.array(z.string()).readonly(), at: instant, trouble: z.string().nullable() }).nullable(),
});
export type RebuildShown = z.infer<typeof rebuildShown>;

/** `POST /test/clock`: on by an ISO 8601 duration of days, hours, minutes and seconds, such as `PT5M`. */
export const clockRequest = z.strictObject({ advance: z.string() });
/** Sent after everything due until then has been done. */
export const clockAnswer = z.object({ now: instant });
