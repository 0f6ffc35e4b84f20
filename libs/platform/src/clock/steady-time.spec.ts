import { systemMonotonicClock } from './monotonic-clock.js';
import { SteadyTime, type ClockStep } from './steady-time.js';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const begin = Date.parse('2026-11-21T03:12:00.000Z');

/** A machine whose clocks the test sets, and the time that is derived from them. */
const machine = () => {
  let [wall, running, sleep] = [begin, 0, 0];
  const steps: ClockStep[] = [];
  const monotonic = { ...systemMonotonicClock, now: () => running };
  const times = { wall: () => wall, monotonic, uptime: () => running + sleep };
  const time: SteadyTime = new SteadyTime(times, (step) => {
    // a listener reads the time
    expect(time.now()).toBe(step.to);
    steps.push(step);
  });
  return {
    steps,
    time,
    /** Lets time pass, and reads the clock at regular intervals, as a server does. */
    runs: (ms: number, every = second) => {
      for (let remaining = ms; remaining > 0; remaining -= every) {
        wall += Math.min(every, remaining);
        running += Math.min(every, remaining);
        time.now();
      }
      return time.now() - begin;
    },
    isSet: (ms: number) => {
      wall += ms;
      return time.now() - begin;
    },
    sleeps: (ms: number) => {
      wall += ms;
      sleep += ms;
      return time.now() - begin;
    },
  };
};

describe('time that people are paged by', () => {
  it('is that of the wall clock, also when it is set back or a little forward', () => {
    const { isSet, runs, steps } = machine();
    expect(runs(minute)).toBe(minute);
    expect(isSet(-hour)).toBe(minute - hour);
    expect(isSet(4 * minute)).toBe(5 * minute - hour);
    expect(runs(minute)).toBe(6 * minute - hour);
    expect(steps).toEqual([{ from: begin + minute, to: begin + minute - hour }]);
  });

  it('runs on from where it was when the clock leaps ahead, until the clock has stood there for a minute', () => {
    const { isSet, runs, steps, time } = machine();
    expect(isSet(3 * hour)).toBe(0);
    expect(runs(59 * second)).toBe(59 * second);
    expect([time.doubtedBy, steps]).toEqual([3 * hour, []]);
    expect(runs(second)).toBe(3 * hour + minute);
    expect([time.doubtedBy, steps]).toEqual([0, [{ from: begin + minute, to: begin + 3 * hour + minute }]]);
    expect(runs(hour)).toBe(4 * hour + minute);
  });

  it('never leaps when the clock comes back within the minute, however often', () => {
    const { isSet, runs, steps } = machine();
    for (let n = 0; n < 5; n += 1) {
      isSet(70 * 365 * 24 * hour);
      runs(40 * second);
      isSet(-70 * 365 * 24 * hour);
      runs(second);
    }
    expect(runs(minute)).toBe(5 * 41 * second + minute);
    expect(steps).toEqual([]);
  });

  it('waits another minute when the clock leaps on', () => {
    const { isSet, runs, steps } = machine();
    isSet(hour);
    runs(50 * second);
    isSet(hour);
    expect(runs(50 * second)).toBe(100 * second);
    expect(steps).toEqual([]);
    expect(runs(10 * second)).toBe(2 * hour + 110 * second);
    expect(steps).toHaveLength(1);
  });

  it('takes half a minute back for a step, and less for a correction', () => {
    const { isSet, steps } = machine();
    isSet(-29 * second);
    expect(steps).toEqual([]);
    isSet(-30 * second);
    expect(steps).toEqual([{ from: begin - 29 * second, to: begin - 59 * second }]);
  });

  it('takes back a part of a leap at once', () => {
    const { isSet, runs } = machine();
    isSet(hour);
    runs(10 * second);
    expect(isSet(-hour + 2 * minute)).toBe(10 * second + 2 * minute);
  });

  it('counts what the machine slept at once, but no leap beside it', () => {
    const { isSet, sleeps, runs, steps } = machine();
    runs(10 * second);
    expect(sleeps(8 * hour)).toBe(8 * hour + 10 * second);
    expect(isSet(2 * hour)).toBe(8 * hour + 10 * second);
    expect(runs(minute)).toBe(10 * hour + 10 * second + minute);
    expect(steps).toHaveLength(1);
  });

  it('takes naps it has counted for no reason to leap', () => {
    const { isSet, sleeps, runs } = machine();
    for (let n = 0; n < 100; n += 1) {
      sleeps(4 * minute);
      runs(2 * second);
    }
    const before = runs(second);
    expect(isSet(6 * minute)).toBe(before);
  });
});
