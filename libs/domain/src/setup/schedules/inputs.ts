import type { OverrideSetting } from '@tocsin/contracts/schedules/overrides.js';
import type { ScheduleFact, ScheduleOwnerFact } from '@tocsin/contracts/schedules/schedules.js';
import type { ImportedShift } from '@tocsin/contracts/schedules/imported-shifts.js';
import type { DataOf, Message } from '@tocsin/kernel/decide/decider.js';
import { sameFor, type InputsOf } from '../../inputs.js';
import type { ScheduleCommand } from './decider.js';
import type { ScheduleOwnerCommand } from './ownership.js';

const sameInput = sameFor<ScheduleOwnerCommand>();

/** Facts in the team’s stream. */
export const ownerInputs: InputsOf<ScheduleOwnerFact, ScheduleOwnerCommand> = {
  ScheduleCreated: ({ zones: _edition, ...data }) => ({ type: 'CreateSchedule', data }),
  ScheduleRenamed: sameInput('RenameSchedule'),
  ScheduleRemoved: ({ teamId, scheduleId }) => ({ type: 'RemoveSchedule', data: { teamId, scheduleId } }),
};

/** Facts that only Tocsin itself decides. */
type DerivedFactType = 'HandoffPlanned' | 'CoverReminded' | 'CoverExpired';
/** The imported shifts, by the events of the calendar. */
const shiftsOf = (overrides: readonly OverrideSetting[]): ImportedShift[] =>
  overrides.flatMap(({ personId, from, to, imported }) =>
    personId === null || !imported ? [] : [{ uid: imported.uid, personId, from, to }],
  );

type RecordedFactType = 'ScheduleBegan' | 'ScheduleVersionTookEffect' | 'OnCallChanged' | DerivedFactType;
type InputFactType = Exclude<ScheduleFact['type'], RecordedFactType>;

// an erased reason is compared as erased
interface WithReason {
  readonly reason: string;
}
interface WithNote {
  readonly note: string;
}
type OverrideInput = OverrideSetting & WithReason;

const takeOnCall = (scheduleId: string, { until }: { readonly until: string | null }): ScheduleCommand => ({
  type: 'TakeOnCall',
  data: { scheduleId, ...(until === null ? {} : { until }) },
});

/** By the event that only a person’s command makes: earlier events in the batch are recorded duties. */
const byOwnFact: { readonly [T in InputFactType]: (data: DataOf<ScheduleFact, T>) => ScheduleCommand } = {
  ScheduleChanged: ({ scheduleId, version, effectiveFrom, timeZone, layers }) => ({
    type: 'ChangeSchedule',
    data: { scheduleId, version: version - 1, effectiveFrom, timeZone, layers },
  }),
  ScheduleChangeWithdrawn: (data) => ({ type: 'WithdrawScheduleChange', data }),
  OverridesAdded: ({ scheduleId, overrides, taken }) =>
    taken ? takeOnCall(scheduleId, taken) : { type: 'AddOverrides', data: { scheduleId, overrides: overrides as OverrideInput[] } },
  OverridesImported: ({ scheduleId, calendar, how, overrides, tells }) => ({
    type: 'ImportOverrides',
    data: { scheduleId, calendar, how, shifts: shiftsOf(overrides), ...(tells ? { tells } : {}) },
  }),
  OverrideChanged: ({ scheduleId, override }) => ({ type: 'ChangeOverride', data: { scheduleId, ...(override as OverrideInput) } }),
  OverrideRemoved: ({ scheduleId, overrideId }) => ({ type: 'RemoveOverride', data: { scheduleId, overrideId } }),
  TemporaryScheduleAdded: ({ scheduleId, temporary }) => ({
    type: 'AddTemporarySchedule',
    data: { scheduleId, ...(temporary as typeof temporary & WithReason) },
  }),
  TemporaryScheduleChanged: ({ scheduleId, temporary, taken }) =>
    taken
      ? takeOnCall(scheduleId, taken)
      : { type: 'ChangeTemporarySchedule', data: { scheduleId, ...(temporary as typeof temporary & WithReason) } },
  TemporaryScheduleRemoved: (data) => ({ type: 'RemoveTemporarySchedule', data }),
  CoverRequested: ({ coverId: _id, nextAt: _next, ...data }) => ({ type: 'AskForCover', data: data as typeof data & WithNote }),
  CoverAccepted: ({ overrideIds: _ids, ...data }) => ({ type: 'AcceptCover', data }),
  CoverDeclined: ({ scheduleId, coverId, personId }) => ({ type: 'DeclineCover', data: { scheduleId, coverId, personId } }),
  CoverWithdrawn: ({ scheduleId, coverId }) => ({ type: 'WithdrawCover', data: { scheduleId, coverId } }),
  SharesSet: (data) => ({ type: 'SetShares', data }),
  ZoneTableTaken: ({ scheduleId, zones }) => ({ type: 'TakeZoneTable', data: { scheduleId, zones } }),
};

const isOwn = (type: string): type is InputFactType => Object.hasOwn(byOwnFact, type);

const commandOf = (_data: unknown, batch: readonly Message[]): ScheduleCommand => {
  const inputFact = batch.find(({ type }) => isOwn(type)) as Message & { readonly type: InputFactType };
  return (byOwnFact[inputFact.type] as (data: unknown) => ScheduleCommand)(inputFact.data);
};

const ofSchedule: InputsOf<ScheduleFact, ScheduleCommand, DerivedFactType> = {
  ScheduleBegan: commandOf,
  ScheduleVersionTookEffect: commandOf,
  OnCallChanged: commandOf,
  ScheduleChanged: commandOf,
  ScheduleChangeWithdrawn: commandOf,
  OverridesAdded: commandOf,
  OverridesImported: commandOf,
  OverrideChanged: commandOf,
  OverrideRemoved: commandOf,
  TemporaryScheduleAdded: commandOf,
  TemporaryScheduleChanged: commandOf,
  TemporaryScheduleRemoved: commandOf,
  CoverRequested: commandOf,
  CoverAccepted: commandOf,
  CoverDeclined: commandOf,
  CoverWithdrawn: commandOf,
  SharesSet: commandOf,
  ZoneTableTaken: commandOf,
};

export const inputs = { ...ownerInputs, ...ofSchedule };
