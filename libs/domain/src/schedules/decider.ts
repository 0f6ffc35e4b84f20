import type { Messages } from '@tocsin/contracts/message.js';
import type { overrideCommands, scheduleCommands, ScheduleFact } from '@tocsin/contracts/schedules.js';
import type { Decider } from '@tocsin/kernel/decider.js';
import type { ConfigurationReads } from '../reads.js';
import { begin, changeSchedule, recordOnCall, withdrawChange, type BeginSchedule, type RecordOnCall } from './decide-layers.js';
import { leaveSchedule, type LeaveSchedule } from './decide-leaving.js';
import { addOverrides, changeOverride, removeOverride } from './decide-overrides.js';
import { addTemporary, changeTemporary, removeTemporary } from './decide-temporary.js';
import { onSchedule } from './on-schedule.js';
import { takeOnCall } from './take-on-call.js';
import { evolveSchedule, type ScheduleState } from './state.js';

export type ScheduleCommand =
  Messages<typeof scheduleCommands> | Messages<typeof overrideCommands> | BeginSchedule | RecordOnCall | LeaveSchedule;

const about = ({ scheduleId }: { readonly scheduleId: string }): string => scheduleId;

/** What a schedule is to be, and who was on call by it: the stream `schedule-<id>`. */
export const scheduleDecider: Decider<ScheduleState, ScheduleCommand, ScheduleFact, ConfigurationReads> = {
  category: 'schedule',
  initial: null,
  streamId: {
    BeginSchedule: about,
    RecordOnCall: about,
    LeaveSchedule: about,
    ChangeSchedule: about,
    WithdrawScheduleChange: about,
    AddOverrides: about,
    ChangeOverride: about,
    RemoveOverride: about,
    TakeOnCall: about,
    AddTemporarySchedule: about,
    ChangeTemporarySchedule: about,
    RemoveTemporarySchedule: about,
  },
  decide: {
    BeginSchedule: begin,
    RecordOnCall: recordOnCall,
    LeaveSchedule: leaveSchedule,
    ChangeSchedule: onSchedule('service.configure', changeSchedule),
    WithdrawScheduleChange: onSchedule('service.configure', withdrawChange),
    AddOverrides: onSchedule('schedule.override', addOverrides),
    ChangeOverride: onSchedule('schedule.override', changeOverride),
    RemoveOverride: onSchedule('schedule.override', removeOverride),
    TakeOnCall: onSchedule('schedule.override', takeOnCall),
    AddTemporarySchedule: onSchedule('service.configure', addTemporary),
    ChangeTemporarySchedule: onSchedule('service.configure', changeTemporary),
    RemoveTemporarySchedule: onSchedule('service.configure', removeTemporary),
  },
  evolve: evolveSchedule,
};
