import { z } from 'zod';
import { auditReport } from './auditor/audit.js';
import { id, instant } from './ids.js';
import { lookupFetch } from './lookups/noun.js';
import { reactorEvents } from './reactor/noun.js';
import { anchorHealth, sealsHealth } from './seals/noun.js';

/** Where the history is backed up, and how that goes. */
export const backupHealth = z.object({
  /** A folder or a bucket, for owners and admins; empty for others. */
  address: z.string(),
  everyMinutes: z.number(),
  keepDays: z.number(),
  /** The last run that succeeded since the start, and the last event in the backup then. */
  last: z.object({ at: instant, head: z.number().int() }).nullable(),
  failing: z.object({ since: instant, why: z.string() }).nullable(),
});
export type BackupHealth = z.infer<typeof backupHealth>;

/** `GET /healthz` */
export const aliveAnswer = z.object({ status: z.literal('ok'), version: z.string() });
/** Views rebuilt in memory at the start: up to which ordinal, of how many, and at which speed. */
export const foldedShown = z.object({
  views: z.array(z.string()).readonly(),
  ordinal: z.number().int(),
  target: z.number().int(),
  events: z.number().int(),
  eventsPerSecond: z.number().int(),
});
/** `GET /readyz`: `why` lists failing parts. `folding`: progress of reading the log during the start. */
export const readyAnswer = z.object({
  status: z.enum(['ready', 'held', 'not ready']),
  why: z.array(z.string()),
  version: z.string(),
  folding: foldedShown.optional(),
});
export type ReadyAnswer = z.infer<typeof readyAnswer>;

/** `GET /api/health`, for signed-in people: what works, what lags, and every failure in the background. */
export const healthAnswer = z.object({
  ok: z.boolean(),
  /** Why it is not; empty when it is. */
  why: z.array(z.string()),
  version: z.string(),
  profile: z.enum(['embedded', 'cluster']),
  clock: z.enum(['system', 'manual']),
  now: instant,
  /** Path of the data folder, for owners and admins; null for others. */
  data: z.string().nullable(),
  /** `drops`: how often the subscription to the log has ended and come back; null where there is none. */
  log: z.object({ head: z.number().int(), drops: z.number().int().nullable() }),
  disk: z.object({
    freeBytes: z.number().int(),
    /** Disk space reserved for acknowledgements: `released` once the disk was full, `none` if the log is on another machine. */
    reserve: z.enum(['kept', 'released', 'none']),
    reserveBytes: z.number().int(),
  }),
  /** `folded`: views rebuilt at the start, and the speed. */
  memory: z.object({ lag: z.number().int(), folded: foldedShown }),
  reactor: z.object({
    lag: z.number().int(),
    epoch: z.number().int(),
    timers: z.number().int(),
    callsOut: z.number().int(),
    /** Calls that wait until their provider has room. */
    callsWaiting: z.number().int(),
    /** Seconds for which the oldest thing that waits has waited. */ late: z.number(),
  }),
  /** Integrations above the soft limit: all their signals are accepted. `signals`: within the last five minutes. */
  ingest: z.object({ aboveSoftLimit: z.array(z.object({ integrationId: id, signals: z.number().int() })) }),
  /** Audit results; null before the auditor starts. */
  audit: auditReport.nullable(),
  /** Reactions abandoned in the last 30 days, newest first; at most 100. */
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
    /** Since when the mail server has refused mails, and why; null: the last one was accepted, or none was sent since the start. */
    failing: z.object({ since: instant, why: z.string() }).nullable(),
  }),
  heartbeat: z.object({ configured: z.boolean() }),
  /** Lookup tables with an address. */
  lookups: z.array(lookupFetch),
  /** Services that rehearse: they page nobody. */
  rehearsing: z.array(z.object({ serviceId: id, since: instant })),
  /** Things that files own and somebody edited since: `GET /api/config/drift`. */
  drift: z.number().int(),
  /** The newest seal; null before the first. */
  seal: sealsHealth.nullable(),
  /** Null: anchored nowhere. */
  anchor: anchorHealth.nullable(),
  /** Null: backed up nowhere by this server. */
  backup: backupHealth.nullable(),
  troubles: z.array(z.object({ where: z.string(), message: z.string(), since: instant, lastAt: instant, times: z.number().int() })),
});
export type HealthAnswer = z.infer<typeof healthAnswer>;
