import { limits } from '@tocsin/contracts/limits.js';
import { between } from '@tocsin/kernel/time.js';
import { z } from 'zod';
import { parsed } from '../../problems/problem.js';
import type { Params } from '../list-query.js';

const moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text).toISOString());

/** `from` and `to`, in order, and no longer apart than one answer computes. Throws request.invalid at the field that is wrong. */
export const rangeIn = (query: unknown, longest: number = limits.scheduleRange): { readonly from: string; readonly to: string } =>
  parsed(range(longest), query);

/** Whether a range was asked for, whole or not. */
export const isRange = ({ from, to }: Params): boolean => from !== undefined || to !== undefined;

const range = (longest: number) =>
  z
    .object({ from: moment, to: moment })
    .refine(({ from, to }) => from < to, { path: ['to'], error: 'It must be after from.' })
    .refine(({ from, to }) => between(from, to) <= longest, {
      path: ['to'],
      error: `At most ${longest / 86_400_000} days after from.`,
    });

/** `at`; now where it is absent. */
export const momentIn = (query: unknown, now: string): string => parsed(z.object({ at: moment.optional() }), query).at ?? now;
