import { z } from 'zod';
import { id, instant } from '../ids.js';
import { policyTarget } from '../policies/noun.js';
import { duty, dutyReason } from '../people/duty.js';
import { layer } from './layers.js';
import { overrideCommands } from './overrides.js';
import * as scheduleLimits from './limits.js';

const interval = { from: instant, to: instant };

/** A stretch of time in which one person is on call for one reason. */
export const shiftShown = z.object({ personId: id, ...interval, why: dutyReason });
export type ShiftShown = z.infer<typeof shiftShown>;

/**
 * A recorded period of a schedule: who was on call until the next one. Id: that of the event; `revision`: its place in the schedule’s stream. Of
 * two at one instant, the one with the higher revision counts: list them by `place`.
 */
export const onCallPeriod = z.object({ id, scheduleId: id, since: instant, revision: z.number().int(), people: z.array(duty) });
export type OnCallPeriod = z.infer<typeof onCallPeriod>;

/** An instant at which a zone’s offset changes, and by how many minutes. */
const clockChange = z.object({ at: instant, minutes: z.number().int() });

const gapShown = z.object({ ...interval, /** An intended gap. */ intended: z.boolean() });

/** `GET /api/schedules/:id/shifts?from=&to=`: recorded shifts up to `recordedUpTo`, computed ones after it. */
export const shiftsAnswer = z.object({
  scheduleId: id,
  ...interval,
  timeZone: z.string(),
  /** The version that was read; 0 of a draft that was never saved. */
  version: z.number().int(),
  recordedUpTo: instant,
  final: z.array(shiftShown),
  /** Turns of each layer, whether or not another layer or an override replaces them. Not for the past. */
  layers: z.array(z.object({ layerId: id, name: z.string(), shifts: z.array(shiftShown) })),
  gaps: z.array(gapShown),
  clockChanges: z.array(clockChange),
});
export type ShiftsAnswer = z.infer<typeof shiftsAnswer>;

const { AddOverrides, ChangeOverride, RemoveOverride, AddTemporarySchedule, ChangeTemporarySchedule, RemoveTemporarySchedule } =
  overrideCommands;
const ofThis = { scheduleId: true } as const;

/** A change to preview, as the command of this name expects it. */
const draftAct = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('AddOverrides'), data: AddOverrides.data.omit(ofThis) }),
  z.strictObject({ type: z.literal('ChangeOverride'), data: ChangeOverride.data.omit(ofThis) }),
  z.strictObject({ type: z.literal('RemoveOverride'), data: RemoveOverride.data.omit(ofThis) }),
  z.strictObject({ type: z.literal('AddTemporarySchedule'), data: AddTemporarySchedule.data.omit(ofThis) }),
  z.strictObject({ type: z.literal('ChangeTemporarySchedule'), data: ChangeTemporarySchedule.data.omit(ofThis) }),
  z.strictObject({ type: z.literal('RemoveTemporarySchedule'), data: RemoveTemporarySchedule.data.omit(ofThis) }),
]);
export type DraftAct = z.infer<typeof draftAct>;

/** `POST /api/schedules/:id/draft`: previews an unsaved change. Stores nothing. `:id` may be that of a schedule not created yet. */
export const draftRequest = z.strictObject({
  /** Absent: the schedule’s. */
  timeZone: z.string().min(1).max(64).optional(),
  /** Absent: as they are. */
  layers: z.array(layer).max(scheduleLimits.layersPerSchedule).optional(),
  effectiveFrom: instant.optional(),
  /** Applied in order. */
  acts: z.array(draftAct).max(scheduleLimits.overridesTogether).optional(),
  ...interval,
});
export type DraftRequest = z.infer<typeof draftRequest>;
export type DraftInput = z.input<typeof draftRequest>;

export const draftAnswer = shiftsAnswer.extend({
  /** Compared with the saved schedule within the interval: milliseconds on call of each person whose time differs. */
  people: z.array(z.object({ personId: id, before: z.number().int(), after: z.number().int() })),
  /** Whose shifts of the next 28 days change: each is told of it once it is saved, but who saves it. */
  told: z.array(
    z.object({ personId: id, /** Shifts that are theirs no more, and new ones. */ lost: z.number().int(), gained: z.number().int() }),
  ),
  /** The first times at which other people are on call than before. */
  changes: z.array(z.object({ at: instant, before: z.array(id), after: z.array(id) })),
  /** Unchanged overrides that no longer have an effect. */
  orphaned: z.array(id),
  /** Open requests for cover, by their ids, that can no longer be accepted: the asker is not on call then. */
  orphanedCovers: z.array(id),
  /** Overrides that are not changed themselves and act at other times: when they do now, and when they would. */
  moved: z.array(z.object({ overrideId: id, before: z.array(z.object(interval)), after: z.array(z.object(interval)) })),
});
export type DraftAnswer = z.infer<typeof draftAnswer>;

/** One schedule in the answer of `GET /api/on-call`. */
const onCallShown = z.object({
  scheduleId: id,
  name: z.string(),
  teamId: id,
  timeZone: z.string(),
  /** The requested instant. */
  at: instant,
  now: z.array(duty),
  /** The next change of people, and who is on call then. Null: nothing changes within 60 days; of the past: not asked. */
  next: z.object({ at: instant, people: z.array(duty) }).nullable(),
  /** Shifts in the requested range. */
  shifts: z.array(shiftShown).optional(),
});

/** `GET /api/on-call?schedule=&at=`, with names of people by id. */
export const onCallAnswer = z.object({ schedules: z.array(onCallShown), names: z.record(id, z.string()) });
export type OnCallAnswer = z.infer<typeof onCallAnswer>;

/** `GET /api/policies/:id/people?at=`: the people each step would page at a moment, and why. */
export const policyPeopleAnswer = z.object({
  policyId: id,
  version: z.number().int(),
  at: instant,
  steps: z.array(
    z.object({
      /** From 1. */
      step: z.number().int(),
      targets: z.array(
        z.object({
          target: policyTarget,
          people: z.array(
            z.object({ personId: id, onCall: z.object({ scheduleId: id, version: z.number().int(), why: dutyReason }).optional() }),
          ),
        }),
      ),
    }),
  ),
  names: z.record(id, z.string()),
});
export type PolicyPeopleAnswer = z.infer<typeof policyPeopleAnswer>;

/** `GET /api/on-call/shifts?person=&from=&to=`: one person’s future shifts in all schedules, in order of time. */
export const personShiftsAnswer = z.object({
  personId: id,
  ...interval,
  shifts: z.array(z.object({ scheduleId: id, name: z.string(), timeZone: z.string(), ...interval, why: dutyReason })),
});
export type PersonShiftsAnswer = z.infer<typeof personShiftsAnswer>;

/** A shift on the timeline of all schedules: without its turn, because there are many. */
const timelineShift = z.object({ personId: id, ...interval, by: z.enum(['rotation', 'override', 'temporary']) });

/** `GET /api/on-call/timeline?from=&to=`: final shifts and gaps of all schedules, cut off at the edges of the range. */
export const timelineAnswer = z.object({
  ...interval,
  schedules: z.array(z.object({ scheduleId: id, final: z.array(timelineShift), gaps: z.array(gapShown) })),
});
export type TimelineAnswer = z.infer<typeof timelineAnswer>;

/** Response rows by view name. */
export const onCallPeriodViews = { onCallPeriods: onCallPeriod };
