import type { StepNumber } from './state.js';

export type GroupCommand<T extends string, D> = { readonly type: T; readonly data: { readonly groupId: string } & D };

/** When its timer was due, and the event that had planned it. */
type TimerCommandOf<T extends string, D> = GroupCommand<T, D & { readonly dueAt: string; readonly plannedBy?: string }>;

/** Commands that a group’s timers send. */
export type TimerCommand =
  | TimerCommandOf<'TakeEscalationStep', { readonly round: number; readonly step: StepNumber }>
  | TimerCommandOf<'RemindHolder', object>
  | TimerCommandOf<'EndAckTimeout', object>
  | TimerCommandOf<'EndSnooze', object>
  | TimerCommandOf<'SendUpdate', object>
  | TimerCommandOf<'EndReassignment', object>
  | TimerCommandOf<'ReturnToFiring', object>
  | TimerCommandOf<'CallNextPart', object>
  | TimerCommandOf<'EndTest', object>
  | TimerCommandOf<'ResolveEndingAlerts', object>
  | TimerCommandOf<'EndRefusals', object>
  | TimerCommandOf<'ReviewClosing', object>
  | TimerCommandOf<'EndSettling', object>
  | TimerCommandOf<'EndHold', object>
  | TimerCommandOf<'EndFlapping', object>
  | TimerCommandOf<'StartWebhookCall', { readonly callId: string }>
  | TimerCommandOf<'ReplaceWebhookCall', { readonly callId: string }>
  | TimerCommandOf<'StartAttempt', { readonly pageId: string; readonly slot: string }>
  | TimerCommandOf<'ReplaceAttempt', { readonly pageId: string; readonly slot: string }>;

/** Timer commands that name no more than their group and plan. */
export type GroupTimerType = {
  [T in TimerCommand['type']]: { groupId: string } extends Omit<Extract<TimerCommand, { type: T }>['data'], 'dueAt' | 'plannedBy'>
    ? T
    : never;
}[TimerCommand['type']];
