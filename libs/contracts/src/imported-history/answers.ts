import { z } from 'zod';
import { id, instant } from '../ids.js';
import { completenessOfKind, foreignSystem } from './events.js';

const count = z.number().int();

export const countedKinds = ['alerts', 'acts', 'pages', 'duty'] as const;

/** What was imported from one account of another system. */
const importedSystem = z.object({
  system: foreignSystem,
  account: z.string(),
  /** When its first alert opened, and its last. */
  from: instant.nullable(),
  to: instant.nullable(),
  alerts: count,
  acts: count,
  pages: count,
  duty: count,
  notUnderstood: count,
  /** The kinds that it tells; of others it is unknown whether there were any. */
  tells: z.array(z.enum(countedKinds)),
  completeness: z.array(completenessOfKind),
  /** In words, what it does not tell. */
  untold: z.array(z.string()),
  /** The folders that were imported: they still have what they had. An empty one: the system itself was read. */
  rescues: z.array(z.object({ folder: z.string(), rescuedAt: instant, recordedAt: instant })),
});
export type ImportedSystem = z.infer<typeof importedSystem>;

/** How often a person was rung there in a month; null: nobody knows who. */
const toldPages = z.object({ month: z.string(), personId: id.nullable(), pages: count });

export const importedHistory = z.object({
  /** `none`: nothing was imported; `due`: it was changed, and its reports are made next. */
  state: z.enum(['none', 'due', 'building', 'ready', 'failed']),
  trouble: z.string().nullable(),
  /** The log that reports and backtests read with `log=`; null until it is made. */
  log: id.nullable(),
  /** As of which ordinal of the own log its setup is. */
  setupAt: count.nullable(),
  systems: z.array(importedSystem),
  /** Services there for which none stands here: their alerts page nobody in a backtest. */
  servicesWithout: z.array(z.object({ key: z.string(), name: z.string(), alerts: count })),
  formerPeople: count,
  toldPages: z.array(toldPages),
});
export type ImportedHistory = z.infer<typeof importedHistory>;

const somebody = z.object({ personId: id.nullable(), name: z.string() });

export const importedAlert = z.object({
  id: z.string(),
  system: foreignSystem,
  title: z.string(),
  openedAt: instant,
  acknowledgedAt: instant.nullable(),
  acknowledgedBy: somebody.nullable(),
  resolvedAt: instant.nullable(),
  serviceId: id.nullable(),
  serviceName: z.string(),
  /** The last note. */
  note: z.string(),
  noteBy: somebody.nullable(),
});
export type ImportedAlertShown = z.infer<typeof importedAlert>;

export const importedAlerts = z.object({ rows: z.array(importedAlert), more: z.boolean() });
export type ImportedAlerts = z.infer<typeof importedAlerts>;

/** Whose texts are redacted. */
export const redactedAlert = z.strictObject({ system: foreignSystem, id: z.string().min(1).max(200) });
export type RedactedAlert = z.infer<typeof redactedAlert>;

export const rescuesOfPerson = z.object({ folders: z.array(z.string()) });
export type RescuesOfPerson = z.infer<typeof rescuesOfPerson>;
