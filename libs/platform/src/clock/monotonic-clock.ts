/** Time that only runs forward, whatever becomes of the clock that decisions use. Whoever waits in the program waits by it. */
export interface MonotonicClock {
  /** Milliseconds since some moment. */
  now(): number;
  /** Calls back after so many milliseconds. The answer cancels it. `background`: the process does not stay alive for it. */
  after(ms: number, call: () => void, options?: { readonly background?: boolean }): () => void;
  /** Calls back once others had a turn. */
  nextTurn(call: () => void): void;
  /** Whether this turn of the loop has been worked in for so long that others should have theirs. */
  isTurnLong(): boolean;
}

/** Milliseconds. */
const longTurn = 10;
let turnBegan: number | undefined;

/** A turn is measured from when somebody asks first. */
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
  after: (ms, call, { background = false } = {}) => {
    const timer = setTimeout(call, ms);
    if (background) timer.unref();
    return () => clearTimeout(timer);
  },
  nextTurn: (call) => void setImmediate(call),
  isTurnLong,
};

/** Others have their turn meanwhile. */
export const nextTurn = (clock: MonotonicClock): Promise<void> => new Promise((resolve) => clock.nextTurn(resolve));

export const pause = (clock: MonotonicClock, ms: number): Promise<void> => new Promise((resolve) => void clock.after(ms, resolve));
