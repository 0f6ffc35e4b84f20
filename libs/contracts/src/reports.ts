import { z } from 'zod';
import { urgency } from './contacts.js';
import { id, instant } from './ids.js';
import { measure } from './report-measures.js';

export const reportNames = ['response'] as const;
export type ReportName = (typeof reportNames)[number];

/** Of each report: raised when its figures would differ over the same past. The bytes of an older version are not made any more. */
export const reportVersions: Readonly<Record<ReportName, number>> = { response: 1 };

const count = z.number().int();
const whole = z.number().int().nullable();

/** Which openings a report counts, and how. It stands in its bytes. */
export const reportOrder = z.strictObject({
  report: z.enum(reportNames),
  version: count,
  /** Openings from this instant until before that one. */
  from: instant,
  to: instant,
  /** By the clock of this zone, looked up in this edition of the zone table. */
  zone: z.string(),
  zones: z.string(),
  /** What is counted stands at or before this position of the log. */
  ordinal: count,
  service: id.nullable(),
  team: id.nullable(),
  urgency: urgency.nullable(),
  measures: z.array(measure),
});
export type ReportOrder = z.infer<typeof reportOrder>;

/** Milliseconds, nearest-rank percentiles, of the openings that have both moments; null where none has. */
const durations = z.object({ measured: count, missing: count, mean: whole, p50: whole, p90: whole, p95: whole, max: whole });
export type Durations = z.infer<typeof durations>;

const openings = { openings: count };
const measured = z.object({
  measure,
  all: durations,
  services: z.array(durations.extend({ id: id.nullable() })),
  teams: z.array(durations.extend({ id: id.nullable() })),
  urgencies: z.array(durations.extend({ id: urgency })),
  days: z.array(durations.extend({ day: z.iso.date() })),
  /** Hours of the week that have openings: 0 is Monday, midnight. */
  hours: z.array(durations.extend({ hour: count })),
});
export type Measured = z.infer<typeof measured>;

/** An opening is once that an alert group was opened or reopened. Tests are never counted. */
export const responseFigures = z.object({
  ...openings,
  groups: count,
  /** A person acknowledged or snoozed it. */
  acknowledged: count,
  /** Only its sender or a program acknowledged it. */
  acknowledgedOtherwise: count,
  /** Step 2 or a later one was taken. */
  escalated: count,
  resolvedBy: z.object({ person: count, sender: count, timer: count }),
  /** Not resolved by then. */
  stillOpen: count,
  services: z.array(z.object({ id: id.nullable(), ...openings, escalated: count, stillOpen: count })),
  days: z.array(z.object({ day: z.iso.date(), ...openings })),
  hours: z.array(z.object({ hour: count, ...openings })),
  measures: z.array(measured),
  /** The openings that took longest by the first measure. */
  longest: z.array(z.object({ groupId: id, number: count, opening: count, took: count })),
});
export type ResponseFigures = z.infer<typeof responseFigures>;

/** What the bytes of a report hold, in this order of keys: sorted. Ids, numbers and times; no name and no text of anybody. */
export const responseReport = z.object({ figures: responseFigures, order: reportOrder });

/** What a report is pinned to. The hash is SHA-256 over the bytes of the whole report. */
export const reportPin = z.object({
  ordinal: count,
  report: z.enum(reportNames),
  version: count,
  from: instant,
  to: instant,
  zone: z.string(),
  zones: z.string(),
  hash: z.string(),
});
export type ReportPin = z.infer<typeof reportPin>;

/** `GET /api/reports/:report`. `cut`: figures of single persons were left out, so that what is shown is less than what the hash is of. */
export const reportAnswer = z.object({ pin: reportPin, cut: z.boolean(), order: reportOrder, figures: z.unknown() });
export type ReportAnswer = z.infer<typeof reportAnswer>;
