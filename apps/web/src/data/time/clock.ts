import { use, useSyncExternalStore } from 'react';
import { store } from '../store.js';
import { FrameContext, useAsOf } from './as-of.js';

/** How far the server’s clock is ahead of this machine’s, in milliseconds. */
let offset = 0;
/** Time of the controllable clock; null: the system clock is used. */
let manual: number | null = null;

/** Changes when components must read the time again. */
const ticks = store(null);

/** Sets the clock to the server’s time. A manual clock stands still in between. */
export function hearTime(now: string, flows = manual === null): void {
  const at = Date.parse(now);
  offset = at - Date.now();
  manual = flows ? null : at;
  renderTimes();
}

/** The server’s time in milliseconds: what deadlines and ages are counted from. */
export const serverNow = (): number => manual ?? Date.now() + offset;

/** Re-renders everything that shows a time. */
export const renderTimes = (): void => ticks.set(null);

let subscribers = 0;
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  const end = ticks.on(listener);
  subscribers++;
  timer ??= setInterval(renderTimes, 1_000);
  return () => {
    end();
    if (--subscribers > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** A value computed from the time, once a second; in the past, from the moment that the screen shows. Its component renders only when the value differs. Values must be primitive. */
export function useClock<T extends string | number | boolean | null>(valueAt: (now: number) => T): T {
  const asOf = useAsOf()?.at;
  const fixed = use(FrameContext) ?? asOf;
  return useSyncExternalStore(subscribe, () => valueAt(fixed ? Date.parse(fixed) : serverNow()));
}
