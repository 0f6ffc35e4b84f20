import type { coverCommands } from '@tocsin/contracts/covers.js';
import type { Messages } from '@tocsin/contracts/message.js';
import type { overrideCommands } from '@tocsin/contracts/overrides.js';
import type { scheduleCommands, ScheduleFact } from '@tocsin/contracts/schedules.js';
import type { Decider } from '@tocsin/kernel/decide/decider.js';
import type { ConfigurationReads } from '../reads.js';
import { reviewCover, type ReviewCover } from './covers/cover-reviews.js';
import { acceptCover, askForCover, declineCover, withdrawCover } from './covers/decide-covers.js';
import { importOverrides } from './decide-import.js';
import { begin, changeSchedule, recordOnCall, withdrawChange, type BeginSchedule, type RecordOnCall } from './decide-layers.js';
import { leaveSchedule, type LeaveSchedule } from './decide-leaving.js';
import { addOverrides, changeOverride, removeOverride } from './decide-overrides.js';
import { addTemporary, changeTemporary, removeTemporary } from './decide-temporary.js';
import { onSchedule } from './on-schedule.js';
import { setShares } from './quality/decide-shares.js';
import { takeZoneTable } from './zone-tables/decide.js';
import { takeOnCall } from './take-on-call.js';
import { evolveSchedule, type ScheduleState } from './state.js';

export type ScheduleCommand =
  | Messages<typeof scheduleCommands>
  | Messages<typeof overrideCommands>
  | Messages<typeof coverCommands>
  | BeginSchedule
  | RecordOnCall
  | ReviewCover
  | LeaveSchedule;

const about = ({ scheduleId }: { readonly scheduleId: string }): string => scheduleId;

/** The rules of a schedule, and who was on call by it: the stream `schedule-<id>`. */
export const scheduleDecider: Decider<ScheduleState, ScheduleCommand, ScheduleFact, ConfigurationReads> = {
  category: 'schedule',
  initial: null,
  streamId: {
    BeginSchedule: about,
    RecordOnCall: about,
    ReviewCover: about,
    LeaveSchedule: about,
    ChangeSchedule: about,
    WithdrawScheduleChange: about,
    SetShares: about,
    TakeZoneTable: about,
    AddOverrides: about,
    ChangeOverride: about,
    RemoveOverride: about,
    ImportOverrides: about,
    TakeOnCall: about,
    AskForCover: about,
    AcceptCover: about,
    DeclineCover: about,
    WithdrawCover: about,
    AddTemporarySchedule: about,
    ChangeTemporarySchedule: about,
    RemoveTemporarySchedule: about,
  },
  decide: {
    BeginSchedule: begin,
    RecordOnCall: recordOnCall,
    ReviewCover: reviewCover,
    LeaveSchedule: leaveSchedule,
    ChangeSchedule: onSchedule('service.configure', changeSchedule),
    WithdrawScheduleChange: onSchedule('service.configure', withdrawChange),
    SetShares: onSchedule('service.configure', setShares),
    TakeZoneTable: onSchedule('service.configure', takeZoneTable),
    AddOverrides: onSchedule('schedule.override', addOverrides),
    ChangeOverride: onSchedule('schedule.override', changeOverride),
    RemoveOverride: onSchedule('schedule.override', removeOverride),
    ImportOverrides: onSchedule('service.configure', importOverrides),
    TakeOnCall: onSchedule('schedule.override', takeOnCall),
    AskForCover: onSchedule('schedule.override', askForCover),
    AcceptCover: onSchedule('schedule.override', acceptCover),
    DeclineCover: onSchedule('schedule.override', declineCover),
    WithdrawCover: onSchedule('schedule.override', withdrawCover),
    AddTemporarySchedule: onSchedule('service.configure', addTemporary),
    ChangeTemporarySchedule: onSchedule('service.configure', changeTemporary),
    RemoveTemporarySchedule: onSchedule('service.configure', removeTemporary),
  },
  evolve: evolveSchedule,
};
