import { setTimeout as pause } from 'node:timers/promises';
import { withJitter } from '@tocsin/contracts/back-off.js';

/** Waits this many milliseconds or somewhat less, or until the signal aborts. */
export type Wait = (ms: number, signal?: AbortSignal) => Promise<void>;

/** For a back-off in real time. An injected wait takes exactly as long as it is told, or no time. */
export const waitForReal: Wait = (ms, signal) =>
  pause(withJitter(ms, Math.random()), undefined, signal ? { signal } : {}).catch(() => undefined);
