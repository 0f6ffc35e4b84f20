import { SystemClock } from './clock.js';
import { machineTimes } from './steady-time.js';

const start = Date.parse('2026-11-21T03:12:00.000Z');
const minute = 60_000;
const instant = (millis: number): string => new Date(millis).toISOString();

/** The machine slept or its clock was set: the wall clock jumps, and no timer of the process moves. */
const stepTo = (millis: number): void => {
  jest.setSystemTime(millis);
};

describe('the machine’s clock', () => {
  let callCount = 0;
  const call = (): void => void (callCount += 1);
  beforeEach(() => {
    callCount = 0;
    jest.useFakeTimers({ now: start });
  });
  afterEach(() => void jest.useRealTimers());

  it('calls back at the instant, once', () => {
    new SystemClock().at(instant(start + 2_500), call);
    jest.advanceTimersByTime(2_499);
    expect(callCount).toBe(0);
    jest.advanceTimersByTime(1);
    expect(callCount).toBe(1);
    jest.advanceTimersByTime(10 * minute);
    expect(callCount).toBe(1);
  });

  it('is late by a second at most after the machine slept, however long it had to wait', () => {
    const asleep = { ...machineTimes, uptime: () => Date.now() };
    new SystemClock(asleep).at(instant(start + 30 * minute), call);
    jest.advanceTimersByTime(minute);
    stepTo(start + 45 * minute);
    expect(callCount).toBe(0);
    jest.advanceTimersByTime(1_000);
    expect(callCount).toBe(1);
  });

  it('waits on when the clock was set back', () => {
    new SystemClock().at(instant(start + minute), call);
    jest.advanceTimersByTime(30_000);
    stepTo(start);
    jest.advanceTimersByTime(59_999);
    expect(callCount).toBe(0);
    jest.advanceTimersByTime(1);
    expect(callCount).toBe(1);
  });

  it('is cancelled, also after it has looked again', () => {
    const cancel = new SystemClock().at(instant(start + minute), call);
    jest.advanceTimersByTime(30_000);
    cancel();
    jest.advanceTimersByTime(2 * minute);
    expect(callCount).toBe(0);
    expect(jest.getTimerCount()).toBe(0);
  });
});
