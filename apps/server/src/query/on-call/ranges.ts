import { instant } from '@tocsin/contracts/ids.js';
import { limits } from '@tocsin/contracts/limits.js';
import * as scheduleLimits from '@tocsin/contracts/schedules/limits.js';
import { addMillis, millisBetween } from '@tocsin/kernel/time.js';
import { z } from 'zod';
import { parseOrThrow } from '../../problems/problem.js';
import type { Params } from '../list-query.js';

/** An instant of the past, or not too far ahead of now. Nobody needs to know who is on call in the year 9998. */
const momentBefore = (now: string) => instant.refine((at) => at <= addMillis(now, limits.askedAhead), 'Must be at most ten years ahead.');

/** `from` and `to`, in this order, and no further apart than one answer computes. Throws request.invalid with the wrong field. */
export const rangeIn = (
  query: unknown,
  now: string,
  longest: number = scheduleLimits.scheduleRange,
): { readonly from: string; readonly to: string } => parseOrThrow(rangeSchema(now, longest), query);

/** Whether the query names a range, complete or not. */
export const isRange = ({ from, to }: Params): boolean => from !== undefined || to !== undefined;

const rangeSchema = (now: string, longest: number) =>
  z
    .object({ from: momentBefore(now), to: momentBefore(now) })
    .refine(({ from, to }) => from < to, { path: ['to'], error: 'It must be after from.' })
    .refine(({ from, to }) => millisBetween(from, to) <= longest, {
      path: ['to'],
      error: `At most ${longest / 86_400_000} days after from.`,
    });

/** `at`; now when it is absent. */
export const momentIn = (query: unknown, now: string): string =>
  parseOrThrow(z.object({ at: momentBefore(now).optional() }), query).at ?? now;
