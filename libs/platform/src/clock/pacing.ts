import { addMillis, toMillis } from '@tocsin/kernel/time.js';
import type { Clock } from './clock.js';
import { systemMonotonicClock } from './monotonic-clock.js';

/** Time for what is put off and recorded nowhere, in milliseconds: a clock that is set makes nothing late. */
export interface Pacing {
  readonly now: () => number;
  readonly after: (ms: number, call: () => void) => () => void;
}

/** The machine’s own time; under a manual clock, its time. */
export const pacingOf = (clock: Pick<Clock, 'kind' | 'now' | 'at'>): Pacing =>
  clock.kind === 'manual'
    ? { now: () => toMillis(clock.now()), after: (ms, call) => clock.at(addMillis(clock.now(), ms), call) }
    : { now: () => systemMonotonicClock.now(), after: (ms, call) => systemMonotonicClock.after(ms, call, { isBackground: true }) };
