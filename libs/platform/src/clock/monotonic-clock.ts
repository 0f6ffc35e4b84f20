/** Time that only runs forward, whatever becomes of the clock that decisions use. Whoever waits in the program waits by it. */
export interface MonotonicClock {
  /** Milliseconds since some moment. */
  now(): number;
  /** Calls back after so many milliseconds. The answer cancels it. `background`: the process does not stay alive for it. */
  after(ms: number, call: () => void, options?: { readonly background?: boolean }): () => void;
  /** Calls back once others had a turn. */
  nextTurn(call: () => void): void;
}

export const systemMonotonicClock: MonotonicClock = {
  now: () => performance.now(),
  after: (ms, call, { background = false } = {}) => {
    const timer = setTimeout(call, ms);
    if (background) timer.unref();
    return () => clearTimeout(timer);
  },
  nextTurn: (call) => void setImmediate(call),
};

export const pause = (clock: MonotonicClock, ms: number): Promise<void> => new Promise((resolve) => void clock.after(ms, resolve));
