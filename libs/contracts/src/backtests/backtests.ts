import { z } from 'zod';
import { contactKinds } from '../contacts/kinds.js';
import { actor } from '../envelope.js';
import { id, instant } from '../ids.js';
import { contactCommands } from '../contacts/commands.js';
import { bisectResult } from './bisect.js';
import { nightDrill } from './night.js';
import { commands as heartbeatCommands } from '../heartbeats/noun.js';
import { commands as inhibitionCommands } from '../inhibition/noun.js';
import { commands as maintenanceCommands } from '../maintenance/noun.js';
import { commands as organisationCommands } from '../organisation/noun.js';
import { commands as policyCommands } from '../policies/noun.js';
import { nightWeek } from '../reports/reports.js';
import { commands as routeCommands } from '../route-rules/noun.js';
import { scheduleCommands } from '../schedules/schedules.js';
import { commands as serviceCommands } from '../services/noun.js';
import { commands as silenceCommands } from '../silences/noun.js';

/** Assumption about people, who are not replayed: they acknowledge after the recorded delay, after their own median, or never. */
export const acknowledgements = ['recorded', 'median', 'never'] as const;
export type Acknowledgement = (typeof acknowledgements)[number];

/** The tested change, as the command that would make it. `version` is taken at the start of the range. */
export const backtestChange = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('ChangePolicy'), data: policyCommands.ChangePolicy.data }),
  z.strictObject({ type: z.literal('ChangeSchedule'), data: scheduleCommands.ChangeSchedule.data }),
  z.strictObject({ type: z.literal('ChangeService'), data: serviceCommands.ChangeService.data }),
  z.strictObject({ type: z.literal('ChangeRoutes'), data: routeCommands.ChangeRoutes.data }),
  z.strictObject({ type: z.literal('ChangeOrganisationRoutes'), data: routeCommands.ChangeOrganisationRoutes.data }),
  z.strictObject({ type: z.literal('AddNotificationRule'), data: contactCommands.AddNotificationRule.data }),
  z.strictObject({ type: z.literal('ChangeNotificationRule'), data: contactCommands.ChangeNotificationRule.data }),
  z.strictObject({ type: z.literal('RemoveNotificationRule'), data: contactCommands.RemoveNotificationRule.data }),
  z.strictObject({ type: z.literal('StartSilence'), data: silenceCommands.StartSilence.data }),
  z.strictObject({ type: z.literal('ChangeSilenceEnd'), data: silenceCommands.ChangeSilenceEnd.data }),
  z.strictObject({ type: z.literal('EndSilence'), data: silenceCommands.EndSilence.data }),
  z.strictObject({ type: z.literal('PlanMaintenance'), data: maintenanceCommands.PlanMaintenance.data }),
  z.strictObject({ type: z.literal('ChangeMaintenance'), data: maintenanceCommands.ChangeMaintenance.data }),
  z.strictObject({ type: z.literal('RemoveMaintenance'), data: maintenanceCommands.RemoveMaintenance.data }),
  z.strictObject({ type: z.literal('SaveInhibitionRule'), data: inhibitionCommands.SaveInhibitionRule.data }),
  z.strictObject({ type: z.literal('RemoveInhibitionRule'), data: inhibitionCommands.RemoveInhibitionRule.data }),
  z.strictObject({ type: z.literal('ChangeHeartbeat'), data: heartbeatCommands.ChangeHeartbeat.data }),
  z.strictObject({ type: z.literal('RemoveHeartbeat'), data: heartbeatCommands.RemoveHeartbeat.data }),
  z.strictObject({ type: z.literal('ChangeClosingByAge'), data: organisationCommands.ChangeClosingByAge.data }),
  z.strictObject({ type: z.literal('ChangeOrganisationTimeZone'), data: organisationCommands.ChangeOrganisationTimeZone.data }),
  z.strictObject({ type: z.literal('ChooseDefaultHolidayCalendar'), data: organisationCommands.ChooseDefaultHolidayCalendar.data }),
]);
export type BacktestChange = z.infer<typeof backtestChange>;

/** `POST /api/backtests`. Without a change, it says what lateness did. */
export const backtestRequest = z.strictObject({
  change: backtestChange.nullable(),
  /** Alert groups count that open at it or later. */
  from: instant,
  /** Exclusive; the end of the log when absent. */
  to: instant.optional(),
  /** The log of this import, instead of the live one. */
  log: id.optional(),
  /** Bisects instead: which changes explain the night pages of this period, compared with one of equal length that begins here. */
  against: instant.optional(),
  /** A drill instead: the hour of this period that rang most, against the settings of now. */
  night: z.literal(true).optional(),
});
export type BacktestRequest = z.infer<typeof backtestRequest>;

/** Milliseconds by nearest rank; null where nothing was measured. */
const spread = z.object({ count: z.number().int(), median: z.number().nullable(), p90: z.number().nullable() });

/** Interruptions: attempts by a loud channel; those within a minute count once. */
export const personLoad = z.object({
  personId: id,
  pages: z.number().int(),
  interruptions: z.number().int(),
  inSleepHours: z.number().int(),
});
export type PersonLoad = z.infer<typeof personLoad>;

export const backtestFigures = z.object({
  groups: z.number().int(),
  pages: z.number().int(),
  people: z.number().int(),
  interruptions: z.number().int(),
  inSleepHours: z.number().int(),
  /** From the opening until a provider accepted the first page. */
  reached: spread,
  /** Groups for which no one was paged. */
  nobody: z.number().int(),
  acknowledged: z.number().int(),
  /** Interruptions by hour of the week, from Monday 00:00 in the zone of the paged person: 168 of them. */
  hours: z.array(z.number().int()),
  persons: z.array(personLoad),
  /** Messages by SMS, and calls, as they were handed over. Absent: in results of earlier versions. */
  paid: z.object({ sms: z.number().int(), calls: z.number().int() }).optional(),
  /** Weeks above the night budget of a policy. Absent: in results of earlier versions. */
  overBudget: z.array(nightWeek).optional(),
});
export type BacktestFigures = z.infer<typeof backtestFigures>;

/**
 * `personId` is left out for a reader who may not see figures of that person. `by`: the kinds of contact methods that were tried, the first first;
 * `tried`: when each of them was.
 */
export const backtestPage = z.object({
  personId: id.optional(),
  at: instant,
  by: z.array(z.enum(contactKinds)),
  tried: z.array(instant),
});
export type BacktestPage = z.infer<typeof backtestPage>;

/**
 * An alert group with other people paged, or at another time. `late`: it would be the same without the change, because history was late.
 * `assumption`: what differs follows from what people are assumed to do.
 */
export const backtestDifference = z.object({
  groupId: id,
  /** The recorded number; null: opened only in the backtest. */
  number: z.number().int().nullable(),
  because: z.enum(['late', 'change', 'assumption']),
  was: z.array(backtestPage),
  would: z.array(backtestPage),
});
export type BacktestDifference = z.infer<typeof backtestDifference>;

/** An act that could not be repeated in the imagined history. Of its command only the type and the alert group: ids and no text. */
export const backtestAct = z.object({
  at: instant,
  by: actor.pick({ kind: true, id: true }),
  /** The type of the command. */
  command: z.string(),
  /** Null: it was about no alert group. */
  groupId: id.nullable(),
  number: z.number().int().nullable(),
  /** The code of its refusal; null: its alert group does not exist there. */
  refused: z.string().nullable(),
});
export type BacktestAct = z.infer<typeof backtestAct>;

/** Inputs of the result: the same pin gives the same figures. */
export const backtestPin = z.object({
  /** The last event that was read. */
  ordinal: z.number().int(),
  /** The events after this one were decided again. */
  after: z.number().int(),
  from: instant,
  to: instant,
  change: backtestChange.nullable(),
  logic: z.string(),
  /** SHA-256 in hexadecimal of everything but this field, and of all differences. */
  hash: z.string(),
});

/** The alert groups that go another way by the change, under `recorded`. */
export const backtestEffect = z.object({
  groups: z.number().int(),
  /** Interruptions in sleep hours by these groups. */
  nightPages: z.object({ was: z.number().int(), would: z.number().int() }),
  /**
   * Those of them that had something to do: somebody said so, or worked on them. `later`: paged later, by `median` milliseconds; `unpaged`: not paged
   * any more.
   */
  real: z.object({ later: z.number().int(), median: z.number().nullable(), unpaged: z.number().int() }),
});
export type BacktestEffect = z.infer<typeof backtestEffect>;

export const backtestResult = z.object({
  pin: backtestPin,
  was: backtestFigures,
  /** Figures by assumption about acknowledgements. */
  would: z.object({ recorded: backtestFigures, median: backtestFigures, never: backtestFigures }),
  /** Under `recorded`, those of the change first: the first page of them. */
  differences: z.array(backtestDifference),
  /** How many there are. */
  differing: z.object({ late: z.number().int(), change: z.number().int(), assumption: z.number().int() }),
  /** Absent: without a change, and in results of earlier versions. */
  effect: backtestEffect.optional(),
  /** Acts of people that could not have been done, and those for which no alert group was found. */
  impossible: z.number().int(),
  lost: z.number().int(),
  /** Both kinds, in the order of time: the first 1,000. Those about no alert group only for readers who may see the figures of that person. */
  acts: z.array(backtestAct),
});
export type BacktestResult = z.infer<typeof backtestResult>;

export const backtestStates = ['running', 'done', 'cancelled', 'failed'] as const;

const backtestProgress = z.object({ done: z.number().int(), of: z.number().int() });

/** A backtest as it is listed. */
export const backtestRow = z.object({
  id,
  by: id,
  at: instant,
  request: backtestRequest,
  state: z.enum(backtestStates),
  /** Events read, of all to read. */
  progress: backtestProgress,
  /** 1; more after it was interrupted and started again. */
  attempt: z.number().int(),
  /** Progress at the last interruption; null: none. */
  interrupted: backtestProgress.nullable(),
  /** Why it failed; null where it did not. */
  trouble: z.string().nullable(),
});
/**
 * `hidden`: the reader may not read it, as it is about another person’s notification rules: without its change and, unless it is their own,
 * without who started it.
 */
export const backtestListed = backtestRow.extend({ by: id.nullable(), hidden: z.boolean() });
export type BacktestRow = z.infer<typeof backtestListed>;
export const backtestList = z.object({ rows: z.array(backtestListed) });
/** `result` once it is done. Figures of single persons only for those who may see them. */
export const backtestAnswer = backtestRow.extend({
  result: backtestResult.nullable(),
  /** Of a backtest `against` another period, once it is done. */
  bisect: bisectResult.optional(),
  /** Of a drill from a real night, once it is done. */
  night: nightDrill.optional(),
  /** Number of differences that can be read page by page. */
  listed: z.number().int(),
});
export type BacktestAnswer = z.infer<typeof backtestAnswer>;

export const backtestDifferences = z.object({
  rows: z.array(backtestDifference),
  /** From 1. */
  page: z.number().int(),
  pages: z.number().int(),
  /** On all pages. */
  listed: z.number().int(),
});
export type BacktestDifferences = z.infer<typeof backtestDifferences>;
