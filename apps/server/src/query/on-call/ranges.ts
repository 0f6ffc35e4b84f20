import { limits } from '@tocsin/contracts/limits.js';
import { millisBetween } from '@tocsin/kernel/time.js';
import { z } from 'zod';
import { parseOrThrow } from '../../problems/problem.js';
import type { Params } from '../list-query.js';

const moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text).toISOString());

/** `from` and `to`, in this order, and no further apart than one answer computes. Throws request.invalid with the wrong field. */
export const rangeIn = (query: unknown, longest: number = limits.scheduleRange): { readonly from: string; readonly to: string } =>
  parseOrThrow(rangeSchema(longest), query);

/** Whether the query names a range, complete or not. */
export const isRange = ({ from, to }: Params): boolean => from !== undefined || to !== undefined;

const rangeSchema = (longest: number) =>
  z
    .object({ from: moment, to: moment })
    .refine(({ from, to }) => from < to, { path: ['to'], error: 'It must be after from.' })
    .refine(({ from, to }) => millisBetween(from, to) <= longest, {
      path: ['to'],
      error: `At most ${longest / 86_400_000} days after from.`,
    });

/** `at`; now when it is absent. */
export const momentIn = (query: unknown, now: string): string => parseOrThrow(z.object({ at: moment.optional() }), query).at ?? now;
