import type { CoverRequest } from '@tocsin/contracts/schedules/covers.js';
import * as scheduleLimits from '@tocsin/contracts/schedules/limits.js';
import { Nothing } from '@tocsin/kernel/decide/refusal.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { refusePermission, isSystem } from '../../../rules/permissions.js';
import { latenessOf } from '../recording.js';
import type { DecisionFunction } from '../state.js';

/** Sent by the timer: the people asked are reminded, or the request expires. */
export interface ReviewCover {
  readonly type: 'ReviewCover';
  readonly data: { readonly scheduleId: string; readonly coverId: string; readonly dueAt: string; readonly plannedBy: string };
}

/** The next reminder for the people asked; after the last one, the end of the request. */
export const nextReviewOf = ({ from, to }: Pick<CoverRequest, 'from' | 'to'>, now: string): string =>
  scheduleLimits.coverReminders.map((before) => addMillis(from, -before)).find((at) => at > now) ?? to;

export const reviewCover: DecisionFunction<ReviewCover['data']> = ({ scheduleId, coverId, dueAt, plannedBy }, state, context) => {
  if (!isSystem(context)) return refusePermission('Tocsin itself');
  const cover = state?.covers.find((one) => one.coverId === coverId);
  const isPlanned = cover?.next?.dueAt === dueAt && cover.next.plannedBy === plannedBy;
  if (!cover || !isPlanned || context.reads.schedules.get(scheduleId)?.removed) return new Nothing();
  const { now } = context;
  const data = { scheduleId, coverId, ...latenessOf(dueAt, now) };
  if (now >= cover.to) return [{ type: 'CoverExpired', data }];
  return [{ type: 'CoverReminded', data: { ...data, nextAt: nextReviewOf(cover, now) } }];
};
