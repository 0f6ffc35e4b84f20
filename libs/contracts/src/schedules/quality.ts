import { z } from 'zod';
import { id, instant } from '../ids.js';
import * as scheduleLimits from './limits.js';
import { command, event } from '../message.js';

/** The share of a person in percent of a full one. People not listed have a full share. */
const share = z.object({ personId: id, percent: z.number().int().min(1).max(100) });
export type Share = z.infer<typeof share>;

const about = { scheduleId: id };

/** Events of a schedule’s stream about the intended share of the load. They don’t change who is on call. */
export const scheduleQualityEvents = {
  SharesSet: event(
    1,
    ['teams', 'Shares of a schedule set'],
    'The shares of on-call time were set.',
    z.object({ ...about, shares: z.array(share) }),
  ),
};

const isEachOnce = (shares: readonly Share[]): boolean => new Set(shares.map(({ personId }) => personId)).size === shares.length;

export const scheduleQualityCommands = {
  SetShares: command(
    'Set the shares of on-call time',
    'service.configure',
    z.strictObject({
      ...about,
      /** All of them: who is left out has a full share. */
      shares: z
        .array(share.strict())
        .max(scheduleLimits.participantsPerRotation * scheduleLimits.layersPerSchedule)
        .refine(isEachOnce, 'Each person once.'),
    }),
  ),
};

/** The shares of a row. Absent: none was ever set. */
export const sharesShown = z.array(share).optional();

const interval = { from: instant, to: instant };
const milliseconds = z.number().int();

/** Upcoming load of one person. Nights, weekends and holidays are in their own zone. */
const load = z.object({
  personId: id,
  percent: z.number().int(),
  /** Whether they are in a rotation: people who only substitute are not part of the balance. */
  inRotation: z.boolean(),
  shifts: z.number().int(),
  onCall: milliseconds,
  nights: milliseconds,
  weekends: milliseconds,
  holidays: milliseconds,
});
export type Load = z.infer<typeof load>;

export const burdens = ['onCall', 'nights', 'weekends', 'holidays'] as const;

/** A person whose load is far above that of the others, relative to their shares. */
const overload = z.object({
  personId: id,
  of: z.enum(burdens),
  /** More than the mean of the others, in percent; null: they have none of it. */
  percentMore: z.number().int().nullable(),
});
export type Overload = z.infer<typeof overload>;

export const gapAhead = z.object(interval);
export type GapAhead = z.infer<typeof gapAhead>;

/** `GET /api/schedules/:id/quality`: forecast of the next 52 weeks with the current schedule. */
export const qualityAnswer = z.object({
  scheduleId: id,
  ...interval,
  /** The covered share of the time, from 0 to 1. Intended gaps don’t count. */
  covered: z.number(),
  /** Unintended gaps: how many, how long, and the first of them. */
  gaps: z.object({ count: z.number().int(), total: milliseconds, first: z.array(gapAhead) }),
  intendedGaps: milliseconds,
  /** The mean over all pairs of people of the smaller load through the larger, by their shares: 1 is even. Null: no one to compare with. */
  balance: z.number().nullable(),
  /** The most overloaded first. */
  overloaded: z.array(overload),
  /** Who has most first. */
  people: z.array(load),
  names: z.record(id, z.string()),
});
export type QualityAnswer = z.infer<typeof qualityAnswer>;
