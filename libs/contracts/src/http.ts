import { z } from 'zod';
import { auditReport } from './audit.js';
import { recorded } from './envelope.js';
import { id, instant, personal } from './ids.js';
import { reactorEvents } from './reactor.js';
import { refusedSignal } from './senders.js';
import { link } from './signals.js';

/** `202` of `POST /api/commands/:Type`. */
export const accepted = z.object({
  commandId: id,
  /** For `?after=`: a view answers once it has seen what this command did. */
  token: z.string(),
  /** The streams that were written, with their new revision. Empty when it was so already. */
  streams: z.array(z.object({ stream: z.string(), revision: z.number().int() })),
  /** How it stands when nothing new happened, or what was made: ids, an invitation’s address, a key shown once. */
  says: z.record(z.string(), z.unknown()),
});
export type Accepted = z.infer<typeof accepted>;

/** `GET /api/views/:view` */
export const listed = z.object({
  /** How many fit in all; where `count=1` asked for it. */
  count: z.number().int().optional(),
  rows: z.array(z.unknown()),
  /** Pass it as `?cursor=`; null on the last page. */
  next: z.string().nullable(),
  /** The view has seen every event up to this ordinal. */
  ordinal: z.number().int(),
  at: instant.optional(),
});

/**
 * `GET /api/events`: newest first. `next`: pass it as `?before=`; a filter may let fewer through than were asked for, or none, and there is more
 * all the same. `head`: everything up to this ordinal was looked at, so `?after=` it asks for what is new.
 */
export const eventsAnswer = z.object({ events: z.array(z.unknown()), next: z.number().int().nullable(), head: z.number().int() });

/** `GET /api/events/:ordinal`. */
export const eventShown = recorded;

/**
 * `GET /api/events/:ordinal/causes`: what led to it, the nearest first. Each is the cause of the one before it, and the first that of the event
 * itself. `next`: this ordinal goes on where a page ends. `missing`: why the cause that the last of them names is not here: `not yet`, the log
 * has not been looked through that far; `not found`, there is no such event before it on this log.
 */
export const causesAnswer = z.object({
  events: z.array(z.unknown()),
  next: z.number().int().nullable(),
  missing: z.enum(['not yet', 'not found']).nullable(),
});

/**
 * `GET /api/events/:ordinal/effects`: what it led to, by itself, the oldest first. `next`: pass it as `?after=`. `complete`: the whole log has been
 * looked through; otherwise there may be more. `together`: what was recorded by the same decision, at most 40 events around it.
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
  /** The flag beside the role. */
  auditor: z.boolean(),
  /** For `Authorization: Bearer …`; the browser has it as an HttpOnly cookie. Only in the answer that begins the session. */
  token: z.string().optional(),
  expiresAt: instant,
  now: instant,
});
export type SessionAnswer = z.infer<typeof sessionAnswer>;

/** What to paste into the monitoring system: said by the commands that issue or reveal a key, and by set-up. The key is in it. */
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
  /** Where monitoring systems send to, the key in it. */
  address: z.string(),
  /** The same, with text to paste. */
  connect: integrationAddress,
  after: z.string(),
});
export type SetUpAnswer = z.infer<typeof setUpAnswer>;

/** `GET /api/status`, open to all: what the first page needs to know. */
export const statusAnswer = z.object({
  setUp: z.boolean(),
  codeRequired: z.boolean(),
  version: z.string(),
  clock: z.enum(['system', 'manual']),
  /** What its log is for: only a live one pages anybody. */
  kind: z.enum(['live', 'demo', 'import']),
  url: z.string(),
  /** The public address comes from TOCSIN_URL, whatever the application was told. */
  urlFromEnvironment: z.boolean(),
  /** Mails are sent from here: a mail server is set. */
  mail: z.boolean(),
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
});
export type IntegrationKeysShown = z.infer<typeof integrationKeys>;

/** `GET /api/pages/:secret`: what a page shows to whoever has its link; no session. */
export const pageShown = z.object({
  pageId: id,
  groupId: id,
  personId: id,
  personName: z.string(),
  number: z.number().int(),
  title: z.string(),
  serviceName: z.string().nullable(),
  /** The integration that it came by. */
  sourceName: z.string().nullable(),
  /** The sender’s, where its alerts share one. */
  description: z.string().nullable(),
  /** Labels that its alerts share and that say more than the title, the most telling first. */
  labels: z.array(z.object({ label: z.string(), value: z.string() })),
  /** Runbooks first. */
  links: z.array(link),
  /** Summaries of the first alerts, where they differ. */
  examples: z.array(z.string()),
  status: z.enum(['firing', 'acknowledged', 'snoozed', 'resolved']),
  snoozedUntil: instant.nullable(),
  urgency: z.enum(['high', 'low']),
  since: instant,
  holderName: z.string().nullable(),
  alerts: z.number().int(),
  firing: z.number().int(),
  /** What is said where the sender cut its list; null: its list is whole, or the alert group is over. */
  cutSays: z.string().nullable(),
  /** Their “I’m here” would change nothing: they have said it, or nothing rings for them any more. */
  answered: z.boolean(),
  /** Until when they can undo what they did by this link a moment ago; null: nothing to undo. */
  undoUntil: instant.nullable(),
  expiresAt: instant,
  now: instant,
});
export type PageShown = z.infer<typeof pageShown>;

/** `GET /api/views/:view/:id`, and each of the `rows` of a list. `ordinal`: of the event that changed the row last. */
export const shownRow = z.object({ id: z.string(), ordinal: z.number().int(), row: z.unknown() });

/** `202` of `POST /api/bulk`: each group is done or refused by itself. `problem` is what the single command would have answered. */
export const bulkAnswer = z.object({
  results: z.array(z.object({ groupId: id, accepted: accepted.optional(), problem: z.unknown().optional() })),
  token: z.string(),
});
export type BulkAnswer = z.infer<typeof bulkAnswer>;

/** `GET /api/invitations/:token`: whom it is for. */
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

/** `POST /api/pages/:secret`: what whoever has the link may do. */
export const pageAct = z.discriminatedUnion('act', [
  z.strictObject({ act: z.enum(['acknowledge', 'answer', 'snooze']) }),
  /** Of an acknowledgement or a snooze, within ten seconds. */
  z.strictObject({ act: z.literal('undo') }),
  /** What a device says of the attempt that it was sent. */
  z.strictObject({ act: z.literal('receipt'), attemptId: id, receipt: z.enum(['delivered', 'read']) }),
]);

/** `GET /api/push`: what a browser subscribes with. */
export const pushShown = z.object({ publicKey: z.string() });
export type PushShown = z.infer<typeof pushShown>;

/** `POST /api/public-address/test`: does this address lead to this server? */
export const addressTest = z.strictObject({ url: z.url({ protocol: /^https?$/ }).max(2_000) });
/**
 * `leadsHere`: this server answers there. `ok`: and others can reach it by this address, as far as the address itself tells. `why`: what is
 * wrong, as a sentence; null when it is ok.
 */
export const addressTested = z.object({ ok: z.boolean(), why: z.string().nullable(), leadsHere: z.boolean() });
export type AddressTested = z.infer<typeof addressTested>;
/** `GET /api/reached/:challenge`: what only this installation can answer. */
export const reachedAnswer = z.object({ answer: z.string() });
export type ReachedAnswer = z.infer<typeof reachedAnswer>;

/** `GET /healthz` */
export const aliveAnswer = z.object({ status: z.literal('ok'), version: z.string() });
/** What memory read at the start: views that it folded again, up to which ordinal, of how many, and how quickly. */
export const foldedShown = z.object({
  views: z.array(z.string()).readonly(),
  ordinal: z.number().int(),
  target: z.number().int(),
  events: z.number().int(),
  eventsPerSecond: z.number().int(),
});
/** `GET /readyz`: `why` lists what does not work. `folding`: what is still read, while the server starts. */
export const readyAnswer = z.object({
  status: z.enum(['ready', 'held', 'not ready']),
  why: z.array(z.string()),
  version: z.string(),
  folding: foldedShown.optional(),
});
export type ReadyAnswer = z.infer<typeof readyAnswer>;

/** `POST /api/store/owner`: of somebody who is active. */
export const newOwnerRequest = z.strictObject({ email: z.email() });

/** `POST /api/rebuild`: names of views; all when absent. */
export const rebuildRequest = z.strictObject({ views: z.array(z.string()).min(1).optional() });
/** What is being rebuilt. */
export const rebuildAccepted = z.object({ views: z.array(z.string()).readonly() });
export type RebuildAccepted = z.infer<typeof rebuildAccepted>;
/** `GET /api/rebuild`: the rebuild under way, how far it has come in ordinals, and how the last one ended: `trouble` null, well. */
export const rebuildShown = z.object({
  running: z.object({ views: z.array(z.string()).readonly(), ordinal: z.number().int(), target: z.number().int() }).nullable(),
  last: z.object({ views: z.array(z.string()).readonly(), at: instant, trouble: z.string().nullable() }).nullable(),
});
export type RebuildShown = z.infer<typeof rebuildShown>;

/** `POST /test/clock`: on by an ISO 8601 duration of days, hours, minutes and seconds, such as `PT5M`. */
export const clockRequest = z.strictObject({ advance: z.string() });
/** It answers when all that fell due until then has been done. */
export const clockAnswer = z.object({ now: instant });

/** What goes over socket.io at `/live`. */
export interface LiveToServer {
  /** Join the rooms of these views. The answer says up to where the server has told. */
  watch: (views: readonly string[], answer: (said: { ordinal: number; now: string }) => void) => void;
  /** This tab’s sound is unlocked (or not): only then it can be rung. Answered, with the same word, once the server counts it so. */
  bell: (unlocked: boolean, answer?: (counted: boolean) => void) => void;
}
export interface LiveToBrowser {
  /** A row changed; `row` null: removed. `ordinal` orders changes; an older one than what is shown is dropped. */
  row: (change: { view: string; id: string; row: unknown; ordinal: number }) => void;
  /** Ring. The tab answers `true` within 5 seconds when it did ring; otherwise it counts as not there. */
  page: (page: RungPage, answer: (rang: boolean) => void) => void;
  /**
   * All pages that ring for this person in browser tabs: after each connect, when one ends, and, where the sound is locked, when one begins.
   * It replaces what the tab shows, so that a reload or a lost connection silences nothing and leaves nothing ringing.
   */
  ringing: (pages: readonly RungPage[]) => void;
  /** Rows of these views, and the history, read otherwise now: a text was redacted. What is shown of them is read again. */
  madeAnew: (said: { views: readonly string[] }) => void;
  /** The projector’s position, at most once a second. */
  position: (said: { ordinal: number; now: string }) => void;
  /** The session ended, or the person was disabled. */
  signedOut: () => void;
}
export interface RungPage {
  readonly pageId: string;
  readonly groupId: string;
  readonly number: number;
  readonly title: string;
  readonly urgency: 'high' | 'low';
  /** Told without ringing. */
  readonly quiet: boolean;
  readonly cause: string;
  /** Somebody tries it out. */
  readonly test: boolean;
  readonly serviceName: string | null;
}

/** `GET /api/health`, to whoever is signed in: what works, what lags, and every failure in the background. */
export const healthAnswer = z.object({
  ok: z.boolean(),
  /** Why it is not; empty when it is. */
  why: z.array(z.string()),
  version: z.string(),
  profile: z.enum(['embedded', 'cluster']),
  clock: z.enum(['system', 'manual']),
  now: instant,
  /** Where the data folder is, to owners and admins; null to others. */
  data: z.string().nullable(),
  /** `drops`: how often the subscription to the log has ended and come back; null where there is none. */
  log: z.object({ head: z.number().int(), drops: z.number().int().nullable() }),
  disk: z.object({
    freeBytes: z.number().int(),
    /** Room that is kept free for acknowledgements: `released` once the disk was full, `none` where the log is on another machine. */
    reserve: z.enum(['kept', 'released', 'none']),
    reserveBytes: z.number().int(),
  }),
  /** `folded`: what the start read again, and how quickly. */
  memory: z.object({ lag: z.number().int(), folded: foldedShown }),
  reactor: z.object({
    lag: z.number().int(),
    epoch: z.number().int(),
    timers: z.number().int(),
    callsOut: z.number().int(),
    /** Seconds for which the oldest thing that waits has waited. */ late: z.number(),
  }),
  /** What was due, and what came of it; null before the auditor has begun. */
  audit: auditReport.nullable(),
  /** What was given up in the last 30 days, newest first; at most 100. */
  failures: z.array(reactorEvents.ReactionFailed.data.extend({ id, at: instant })),
  views: z.object({
    /** Events that the views have not seen, and the log time by which they are behind. */
    lag: z.number().int(),
    seconds: z.number(),
    ready: z.boolean(),
    rebuilding: z.object({ views: z.array(z.string()), ordinal: z.number().int(), target: z.number().int() }).nullable(),
  }),
  mail: z.object({
    configured: z.boolean(),
    /** Since when the mail server takes no mails, and why; null: the last one was taken, or none was sent since the start. */
    failing: z.object({ since: instant, why: z.string() }).nullable(),
  }),
  heartbeat: z.object({ configured: z.boolean() }),
  troubles: z.array(z.object({ where: z.string(), message: z.string(), since: instant, lastAt: instant, times: z.number().int() })),
});
export type HealthAnswer = z.infer<typeof healthAnswer>;
