import type { Messages } from '@tocsin/contracts/message.js';
import type { scheduleCommands, ScheduleFact } from '@tocsin/contracts/schedules.js';
import type { Decider } from '@tocsin/kernel/decider.js';
import type { ConfigurationReads } from '../reads.js';
import { begin, changeSchedule, recordOnCall, withdrawChange, type BeginSchedule, type RecordOnCall } from './decide-layers.js';
import { onSchedule } from './on-schedule.js';
import { evolveSchedule, type ScheduleState } from './state.js';

export type ScheduleCommand = Messages<typeof scheduleCommands> | BeginSchedule | RecordOnCall;

const about = ({ scheduleId }: { readonly scheduleId: string }): string => scheduleId;

/** What a schedule is to be, and who was on call by it: the stream `schedule-<id>`. */
export const scheduleDecider: Decider<ScheduleState, ScheduleCommand, ScheduleFact, ConfigurationReads> = {
  category: 'schedule',
  initial: null,
  streamId: {
    BeginSchedule: about,
    RecordOnCall: about,
    ChangeSchedule: about,
    WithdrawScheduleChange: about,
  },
  decide: {
    BeginSchedule: begin,
    RecordOnCall: recordOnCall,
    ChangeSchedule: onSchedule('service.configure', changeSchedule),
    WithdrawScheduleChange: onSchedule('service.configure', withdrawChange),
  },
  evolve: evolveSchedule,
};
