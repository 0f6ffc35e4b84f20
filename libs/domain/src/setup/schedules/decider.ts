import type { coverCommands } from '@tocsin/contracts/schedules/covers.js';
import type { Messages } from '@tocsin/contracts/message.js';
import type { overrideCommands } from '@tocsin/contracts/schedules/overrides.js';
import type { scheduleCommands, ScheduleFact } from '@tocsin/contracts/schedules/schedules.js';
import type { Decider } from '@tocsin/kernel/decide/decider.js';
import type { CommandData } from '@tocsin/contracts/catalogue.js';
import type { Share } from '@tocsin/contracts/schedules/quality.js';
import { Nothing } from '@tocsin/kernel/decide/refusal.js';
import { configurationSequence } from '../../rules/configuration-sequence.js';
import type { ConfigurationReads } from '../../reads.js';
import { refuse } from '../../rules/refuse.js';
import { reviewCover, type ReviewCover } from './covers/cover-reviews.js';
import { acceptCover, askForCover, declineCover, withdrawCover } from './covers/decide-covers.js';
import { importOverrides } from './decide-import.js';
import { begin, changeSchedule, recordOnCall, withdrawChange, type BeginSchedule, type RecordOnCall } from './decide-layers.js';
import { leaveSchedule, type LeaveSchedule } from './decide-departure.js';
import { addOverrides, changeOverride, removeOverride } from './decide-overrides.js';
import { addTemporary, changeTemporary, removeTemporary } from './decide-temporary.js';
import { decideOnSchedule } from './on-schedule.js';
import { takeZoneTable } from './zone-tables/decide.js';
import { takeOnCall } from './take-on-call.js';
import { evolveSchedule, type ScheduleState, type StartedDecisionFunction } from './state.js';

/** Full shares are left out: they are the default. */
const sortShares = (shares: readonly Share[]): readonly Share[] =>
  shares.filter(({ percent }) => percent !== 100).toSorted((one, other) => (one.personId < other.personId ? -1 : 1));

const areSame = (some: readonly Share[], otherShares: readonly Share[]): boolean => JSON.stringify(some) === JSON.stringify(otherShares);

const setShares: StartedDecisionFunction<CommandData<'SetShares'>> = ({ scheduleId, shares }, state, { reads }) => {
  const unknownShare = shares.find(({ personId }) => !reads.people.get(personId));
  if (unknownShare) return refuse('person.not_found', {}, `shares.${shares.indexOf(unknownShare)}.personId`);
  const now = sortShares(shares);
  return areSame(now, state.shares ?? []) ? new Nothing() : [{ type: 'SharesSet', data: { scheduleId, shares: [...now] } }];
};

export type ScheduleCommand =
  | Messages<typeof scheduleCommands>
  | Messages<typeof overrideCommands>
  | Messages<typeof coverCommands>
  | BeginSchedule
  | RecordOnCall
  | ReviewCover
  | LeaveSchedule;

const scheduleIdOf = ({ scheduleId }: { readonly scheduleId: string }): string => scheduleId;

/** The rules of a schedule, and who was on call by it: the stream `schedule-<id>`. */
export const scheduleDecider: Decider<ScheduleState, ScheduleCommand, ScheduleFact, ConfigurationReads> = {
  category: 'schedule',
  initial: null,
  // what follows from the clock alone waits for nobody
  sequenceOf: (facts) =>
    facts.every(({ type }) => type === 'OnCallChanged' || type === 'HandoffPlanned') ? undefined : configurationSequence,
  streamId: {
    BeginSchedule: scheduleIdOf,
    RecordOnCall: scheduleIdOf,
    ReviewCover: scheduleIdOf,
    LeaveSchedule: scheduleIdOf,
    ChangeSchedule: scheduleIdOf,
    WithdrawScheduleChange: scheduleIdOf,
    SetShares: scheduleIdOf,
    TakeZoneTable: scheduleIdOf,
    AddOverrides: scheduleIdOf,
    ChangeOverride: scheduleIdOf,
    RemoveOverride: scheduleIdOf,
    ImportOverrides: scheduleIdOf,
    TakeOnCall: scheduleIdOf,
    AskForCover: scheduleIdOf,
    AcceptCover: scheduleIdOf,
    DeclineCover: scheduleIdOf,
    WithdrawCover: scheduleIdOf,
    AddTemporarySchedule: scheduleIdOf,
    ChangeTemporarySchedule: scheduleIdOf,
    RemoveTemporarySchedule: scheduleIdOf,
  },
  decide: {
    BeginSchedule: begin,
    RecordOnCall: recordOnCall,
    ReviewCover: reviewCover,
    LeaveSchedule: leaveSchedule,
    ChangeSchedule: decideOnSchedule('service.configure', changeSchedule),
    WithdrawScheduleChange: decideOnSchedule('service.configure', withdrawChange),
    SetShares: decideOnSchedule('service.configure', setShares),
    TakeZoneTable: decideOnSchedule('service.configure', takeZoneTable),
    AddOverrides: decideOnSchedule('schedule.override', addOverrides),
    ChangeOverride: decideOnSchedule('schedule.override', changeOverride),
    RemoveOverride: decideOnSchedule('schedule.override', removeOverride),
    ImportOverrides: decideOnSchedule('service.configure', importOverrides),
    TakeOnCall: decideOnSchedule('schedule.override', takeOnCall),
    AskForCover: decideOnSchedule('schedule.override', askForCover),
    AcceptCover: decideOnSchedule('schedule.override', acceptCover),
    DeclineCover: decideOnSchedule('schedule.override', declineCover),
    WithdrawCover: decideOnSchedule('schedule.override', withdrawCover),
    AddTemporarySchedule: decideOnSchedule('service.configure', addTemporary),
    ChangeTemporarySchedule: decideOnSchedule('service.configure', changeTemporary),
    RemoveTemporarySchedule: decideOnSchedule('service.configure', removeTemporary),
  },
  evolve: evolveSchedule,
};
