import { z } from 'zod';
import { urgency } from '../contacts/events.js';
import { id, instant } from '../ids.js';
import { measure } from './measures.js';
import { countedFigures, eventFigures, eventsBy } from '../alert-groups/counted-figures.js';

export const reportNames = ['response', 'load', 'noise', 'delivery', 'cost'] as const;
export type ReportName = (typeof reportNames)[number];

/** Version of each report, raised when its figures would differ for the same log. Older versions can’t be computed any more. */
export const reportVersions: Readonly<Record<ReportName, number>> = { response: 4, load: 4, noise: 3, delivery: 2, cost: 1 };

const count = z.number().int();
const whole = z.number().int().nullable();

/** Parameters of a report. Part of its bytes. */
export const reportOrder = z.strictObject({
  report: z.enum(reportNames),
  version: count,
  /** Openings from this instant until before that one. */
  from: instant,
  to: instant,
  /** Time zone, in this edition of the time zone table. */
  zone: z.string(),
  zones: z.string(),
  /** Log position up to which events count. */
  ordinal: count,
  service: id.nullable(),
  team: id.nullable(),
  urgency: urgency.nullable(),
  /** Services that had this label when the report was asked for: `tier=gold`. Absent: all. */
  label: z.string().optional(),
  services: z.array(id).optional(),
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
  /** Seven days each, counted back from the end of the range, by their last day. */
  weeks: z.array(durations.extend({ day: z.iso.date() })),
  /** Hours of the week that have openings: 0 is Monday, midnight. */
  hours: z.array(durations.extend({ hour: count })),
});
export type Measured = z.infer<typeof measured>;

/** Alert storms that began in the range, by the day of their first alert group; the largest ones, in log order. */
const storms = z.array(
  z.object({
    day: z.iso.date(),
    groupId: id,
    number: count,
    serviceId: id.nullable(),
    /** Alerts that fired in it, again too, until its alert groups were resolved. */
    alerts: count,
  }),
);
export type StormsOfReport = z.infer<typeof storms>;

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
  /** `lastDays`: openings on each of the last 14 days of the range, the last one last. */
  services: z.array(z.object({ id: id.nullable(), ...openings, escalated: count, stillOpen: count, lastDays: z.array(count) })),
  days: z.array(z.object({ day: z.iso.date(), ...openings, escalated: count })),
  storms,
  hours: z.array(z.object({ hour: count, ...openings })),
  measures: z.array(measured),
  /** The openings that took longest by the first measure. */
  longest: z.array(z.object({ groupId: id, number: count, opening: count, serviceId: id.nullable(), at: instant, took: count })),
});
export type ResponseFigures = z.infer<typeof responseFigures>;

const interruptionCounts = {
  /** Attempts by a loud channel; those to one person within a minute count once. */
  interruptions: count,
  /** In the zone and with the holidays of the interrupted person. */
  sleep: count,
  weekend: count,
  holiday: count,
};
/** Milliseconds, but for `shifts`. */
const onCall = { shifts: count, onCall: count, nights: count, weekends: count, holidays: count };

/** A person’s night pages by a policy, in the week of this Monday, by their clock. */
export const nightWeek = z.object({ personId: id, policyId: id, week: z.iso.date(), pages: count, budget: count });
export type NightWeek = z.infer<typeof nightWeek>;

export const loadFigures = z.object({
  ...interruptionCounts,
  /** Each hour once, for however many schedules. */
  people: z.array(z.object({ personId: id, ...interruptionCounts, ...onCall })),
  schedules: z.array(z.object({ scheduleId: id, people: z.array(z.object({ personId: id, ...onCall })) })),
  /** Weeks in which a person had more night pages than the budget of a policy. Weeks at the edges count in part. */
  overBudget: z.array(nightWeek),
  services: z.array(z.object({ id: id.nullable(), ...interruptionCounts })),
  days: z.array(z.object({ day: z.iso.date(), count, sleep: count })),
  storms,
  hours: z.array(z.object({ hour: count, count })),
});
export type LoadFigures = z.infer<typeof loadFigures>;

const noisy = {
  openings: count,
  /** Somebody says that there was something to do; or a person acknowledged it or acted on it, nobody says otherwise, and no one marked it as noise. */
  actionable: count,
  /** A person acknowledged it, and nobody did anything else. */
  acknowledgedOnly: count,
  /** Its source resolved it within 5 minutes. */
  resolvedItself: count,
  /** Of those who were there, somebody says that there was something to do; or somebody that there was nothing, and nobody else. */
  answeredYes: count,
  answeredNo: count,
  marked: count,
  /** Openings by a source that fired again after its own resolve. */
  flaps: count,
  suppressed: count,
  /** Signals that repeated what fires already. */
  repeats: count,
  interruptions: count,
  sleep: count,
  /** Interruptions by openings that were not actionable. */
  needless: count,
};
/** Pages in a person’s sleep hours, and the minutes of sleep that they cost them by `sleepCost`. */
const sleepers = z.array(z.object({ personId: id, pages: count, minutes: count }));
export type Sleeper = z.infer<typeof sleepers>[number];

/** A rule of a sender’s is called by the first alert group that it opened in the range. */
const rule = z.object({ groupId: id, number: count, serviceId: id.nullable(), integrationId: id, ...noisy, sleepers });
export const noiseFigures = z.object({
  all: z.object(noisy),
  services: z.array(z.object({ id: id.nullable(), ...noisy })),
  integrations: z.array(z.object({ id: id.nullable(), ...noisy })),
  /** By the day of the opening. */
  days: z.array(z.object({ day: z.iso.date(), ...noisy })),
  rules: z.array(rule),
  worthChanging: z.array(rule),
  sleepers,
});
export type NoiseFigures = z.infer<typeof noiseFigures>;

export const deliveryFigures = z.object({
  channels: z.array(
    z.object({
      channel: z.string(),
      /** Handed to the provider; retries among them. */
      attempts: count,
      retries: count,
      sent: count,
      delivered: count,
      read: count,
      failed: count,
      /** From the hand-over until the provider accepted, and until the device reported it. */
      toSent: durations,
      toDelivered: durations,
      failures: z.array(z.object({ reason: z.string(), count })),
    }),
  ),
  /** Steps of escalation policies that were due: `late` by more than 10 s. */
  steps: z.object({ due: count, done: count, late: count, lateness: durations }),
  /** Attempts by the day they started, steps by the day they were due. */
  days: z.array(z.object({ day: z.iso.date(), attempts: count, sent: count, failed: count, due: count, late: count })),
});
export type DeliveryFigures = z.infer<typeof deliveryFigures>;

const amount = {
  messages: count,
  /** Of SMS: what providers charge. */
  parts: count,
  calls: count,
  /** Begun minutes of calls. */
  minutes: count,
};
export const costFigures = z.object({
  ...amount,
  /** By connection, calling code of the receiver’s country, and team. Codes that verify a number belong to no team. */
  lines: z.array(z.object({ connectionId: id, country: z.string(), teamId: id.nullable(), ...amount })),
  days: z.array(z.object({ day: z.iso.date(), ...amount })),
});
export type CostFigures = z.infer<typeof costFigures>;

export interface ReportFigures {
  readonly response: ResponseFigures;
  readonly load: LoadFigures;
  readonly noise: NoiseFigures;
  readonly delivery: DeliveryFigures;
  readonly cost: CostFigures;
}

/** The filters of a list of openings. A rule is named after the first alert group that it opened in the range. */
export const countedBy = ['service', 'team', 'urgency', 'day', 'hour', 'integration', 'rule'] as const;
export const counted = z.strictObject({
  figure: z.enum(countedFigures),
  by: z.enum(countedBy).nullable(),
  /** Empty: of those that have none. */
  of: z.string().max(64),
});
export type OpeningCount = z.infer<typeof counted>;

/** `GET /api/reports/openings`: the openings behind a number of a report at the same position of the log. */
export const openingsCounted = z.object({
  counted,
  order: reportOrder,
  count,
  /** The first of them. */
  openings: z.array(z.object({ groupId: id, number: count, opening: count, serviceId: id.nullable(), at: instant })),
});
export type OpeningsCounted = z.infer<typeof openingsCounted>;

/** A number of a report’s line that counts events. */
export const eventsOfLine = z.strictObject({
  figure: z.enum(eventFigures),
  by: z.enum(eventsBy).nullable(),
  /** Empty: of those that have none. */
  of: z.string().max(100),
});
export type EventsOfLine = z.infer<typeof eventsOfLine>;

/** `GET /api/reports/:report/events`: the events behind a number of a report at the same position of the log. */
export const eventsCounted = z.object({
  counted: eventsOfLine,
  order: reportOrder,
  /** The number that the list explains: the sum of `times`. */
  count,
  /** Some persons are null because their figures are hidden from the reader. */
  cut: z.boolean(),
  /** The first of them. */
  events: z.array(
    z.object({
      groupId: id,
      number: count,
      serviceId: id.nullable(),
      /** Its position in the log. */
      ordinal: count,
      /** When it happened; for a step: when it was due. */
      at: instant,
      /** The interrupted person. */
      personId: id.nullable(),
      channel: z.string().nullable(),
      /** Why an attempt failed. */
      reason: z.string().nullable(),
      /** Lateness of a step in milliseconds; null if it did not run. */
      late: whole,
      /** Signals that one event counts: 1 for everything else. */
      times: count,
    }),
  ),
});
export type EventsCounted = z.infer<typeof eventsCounted>;

/** Pin of a report. The hash is SHA-256 over the bytes of the whole report. */
const reportPin = z.object({
  ordinal: count,
  report: z.enum(reportNames),
  version: count,
  from: instant,
  to: instant,
  zone: z.string(),
  zones: z.string(),
  hash: z.string(),
});

/** `GET /api/reports/:report`. `cut`: figures of single people were left out, so the hash covers more than is shown. */
export const reportAnswer = z.object({
  pin: reportPin,
  /** The import whose log was counted; absent: the live one. */
  log: id.optional(),
  cut: z.boolean(),
  order: reportOrder,
  figures: z.unknown(),
});
export type ReportAnswer = z.infer<typeof reportAnswer>;
