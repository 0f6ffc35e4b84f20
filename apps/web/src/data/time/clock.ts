import { useSyncExternalStore } from 'react';

let reading = { now: 0, heardAt: 0, flows: true };
let isSet = false;

/** The server told what time it is. Under a manual clock it stands still in between. */
export function hearTime(now: string, flows = reading.flows): void {
  reading = { now: Date.parse(now), heardAt: Date.now(), flows };
  isSet = true;
  tick();
}

/** The server’s time in milliseconds: what deadlines and ages are counted from. */
export function serverNow(): number {
  if (!isSet) return Date.now();
  return reading.flows ? reading.now + (Date.now() - reading.heardAt) : reading.now;
}

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
const tick = () => listeners.forEach((listener) => listener());
/** What shows times asks for them anew. */
export const renderTimes = tick;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, 1_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** A value computed from the time, once a second; its component renders only when the value differs. Values must be primitive. */
export const useClock = <T extends string | number | boolean | null>(valueAt: (now: number) => T): T =>
  useSyncExternalStore(subscribe, () => valueAt(serverNow()));
