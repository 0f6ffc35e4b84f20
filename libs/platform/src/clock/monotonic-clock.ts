import { withJitter } from '@tocsin/contracts/back-off.js';

interface AfterOptions {
  /** Does not keep the process alive. */
  readonly isBackground?: boolean;
  /** For a back-off: up to half earlier, at random. */
  readonly mayBeEarly?: boolean;
}

/** Time that only runs forward, independent of the clock for decisions. All waiting inside the program uses it. */
export interface MonotonicClock {
  /** Milliseconds since some fixed moment. */
  now(): number;
  /** Returns a function that cancels the call. */
  after(ms: number, call: () => void, options?: AfterOptions): () => void;
  nextTurn(call: () => void): void;
  /** Whether the current turn of the event loop has lasted so long that the caller should yield. */
  isTurnLong(): boolean;
}

/** Milliseconds. */
const longTurn = 10;
let turnBegan: number | undefined;

/** A turn is measured from the first call in it. */
const isTurnLong = (): boolean => {
  const now = performance.now();
  if (turnBegan === undefined) {
    turnBegan = now;
    setImmediate(() => (turnBegan = undefined));
  }
  return now - turnBegan >= longTurn;
};

export const systemMonotonicClock: MonotonicClock = {
  now: () => performance.now(),
  after: (ms, call, { isBackground = false, mayBeEarly = false } = {}) => {
    const timer = setTimeout(call, mayBeEarly ? withJitter(ms, Math.random()) : ms);
    if (isBackground) timer.unref();
    return () => clearTimeout(timer);
  },
  nextTurn: (call) => void setImmediate(call),
  isTurnLong,
};

export const nextTurn = (clock: MonotonicClock): Promise<void> => new Promise((resolve) => clock.nextTurn(resolve));

export const pause = (clock: MonotonicClock, ms: number): Promise<void> =>
  new Promise((resolve) => void clock.after(ms, resolve, { mayBeEarly: true }));
