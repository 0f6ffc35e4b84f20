import { duration, limits } from '@tocsin/contracts/limits.js';
import type { Timer } from '@tocsin/kernel/process.js';
import { plus } from '@tocsin/kernel/time.js';
import type { InternalCommand } from './commands.js';
import type { AlertGroupState, Attempt, Existing, Page } from './state.js';

/** A claimed attempt that nobody has answered for is given up after this. Longer than any provider’s deadline. */
const lostAfter = 2 * duration.minute;

const timer = (name: string, dueAt: string, command: InternalCommand): Timer => ({ name, dueAt, command });

const ofAttempt = (groupId: string, { pageId }: Page, attempt: Attempt, running: boolean, epoch: number): readonly Timer[] => {
  const { slot } = attempt;
  if (attempt.state === 'queued' && running) {
    return [timer(`attempt:${slot}`, attempt.dueAt, { type: 'StartAttempt', data: { groupId, pageId, slot } })];
  }
  if (attempt.state !== 'sending' || attempt.startedAt === null) return [];
  // claimed by a reactor that is gone: at once
  const dueAt = attempt.epoch < epoch ? attempt.startedAt : plus(attempt.startedAt, lostAfter);
  return [timer(`lost:${slot}:${epoch}`, dueAt, { type: 'ReplaceAttempt', data: { groupId, pageId, slot } })];
};

const ofPages = (state: Existing, epoch: number): readonly Timer[] =>
  Object.values(state.pages).flatMap((page) =>
    Object.values(page.attempts).flatMap((attempt) => ofAttempt(state.groupId, page, attempt, page.state === 'running', epoch)),
  );

const ofStatus = (state: Existing): readonly Timer[] => {
  const { groupId } = state;
  const timers: Timer[] = [];
  if (state.status === 'firing' && state.climb.next) {
    const { round, step, dueAt } = state.climb.next;
    timers.push(timer(`step:${round}:${step}`, dueAt, { type: 'TakeEscalationStep', data: { groupId, round, step } }));
  }
  if (state.status === 'acknowledged' && state.timeout) {
    const { remindAt, dueAt, reminded } = state.timeout;
    // a monitoring system is not asked whether it is still on it
    if (!reminded && state.holder.kind === 'person') timers.push(timer('remind', remindAt, { type: 'RemindHolder', data: { groupId } }));
    timers.push(timer('ack-timeout', dueAt, { type: 'EndAckTimeout', data: { groupId } }));
  }
  if (state.status === 'acknowledged' && state.update)
    timers.push(timer('update', state.update.dueAt, { type: 'SendUpdate', data: { groupId } }));
  if (state.test && state.status !== 'resolved') {
    timers.push(
      timer(`test:${state.opening}`, plus(state.openedAt, limits.testAlertResolvesAfter), { type: 'EndTest', data: { groupId } }),
    );
  }
  return timers;
};

/** Everything that a group waits for, folded from its events. `epoch` is that of the reactor that asks. */
export const dueInGroup = (state: AlertGroupState, epoch: number): readonly Timer[] =>
  state.status === 'none' ? [] : [...ofStatus(state), ...ofPages(state, epoch)];
