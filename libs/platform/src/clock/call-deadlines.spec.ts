import { CallDeadlines } from './call-deadlines.js';
import { ManualClock, SystemClock } from './clock.js';

const start = '2026-11-21T03:12:00.000Z';
const afterSeconds = (seconds: number): string => new Date(Date.parse(start) + seconds * 1_000).toISOString();

/** A machine clock that the test advances. */
const machine = () => {
  const calls = new Set<() => void>();
  const limits: number[] = [];
  const after = (ms: number, call: () => void): (() => void) => {
    limits.push(ms);
    calls.add(call);
    return () => void calls.delete(call);
  };
  return { after, ring: () => [...calls].forEach((call) => call()), waits: () => calls.size, limits };
};

describe('the deadline of a call', () => {
  let endedCalls: string[] = [];
  const end = (name: string) => (): void => void endedCalls.push(name);
  beforeEach(() => void (endedCalls = []));

  it('comes with the clock that is moved, each in its order', () => {
    const clock = new ManualClock(start);
    const deadlines = new CallDeadlines(clock, machine());
    deadlines.after(30_000, end('mail'));
    deadlines.after(10_000, end('webhook'));
    clock.moveTo(afterSeconds(9));
    expect(endedCalls).toEqual([]);
    clock.moveTo(afterSeconds(10));
    expect(endedCalls).toEqual(['webhook']);
    clock.moveTo(afterSeconds(40));
    expect(endedCalls).toEqual(['webhook', 'mail']);
  });

  it('comes with the machine’s time while the clock stands, and once', () => {
    const clock = new ManualClock(start);
    const { ring, ...time } = machine();
    new CallDeadlines(clock, time).after(10_000, end('webhook'));
    ring();
    clock.moveTo(afterSeconds(60));
    expect(endedCalls).toEqual(['webhook']);
    expect(clock.nextAlarm(afterSeconds(60))).toBeUndefined();
  });

  it('comes with the time that the clock waited for it: a machine that is busy elsewhere takes three times as long', () => {
    const { ring, limits, ...time } = machine();
    const deadlines = new CallDeadlines(new ManualClock(start), time);
    deadlines.after(10_000, end('webhook'));
    expect(limits).toEqual([30_000]);
    deadlines.addStandingTime(9_999);
    expect(endedCalls).toEqual([]);
    deadlines.addStandingTime(1);
    ring();
    expect(endedCalls).toEqual(['webhook']);
  });

  it('never comes for a call that has ended', () => {
    const clock = new ManualClock(start);
    const time = machine();
    new CallDeadlines(clock, time).after(10_000, end('webhook'))();
    clock.moveTo(afterSeconds(60));
    expect([endedCalls, time.waits()]).toEqual([[], 0]);
  });

  it('is the machine’s alone under the machine’s clock, whose leaps it does not see', () => {
    const clock = new SystemClock();
    const at = jest.spyOn(clock, 'at');
    new CallDeadlines(clock, machine()).after(10_000, end('webhook'));
    expect(at).not.toHaveBeenCalled();
  });

  it('knows for which calls the clock has stood still', () => {
    const clock = new ManualClock(start);
    const deadlines = new CallDeadlines(clock, machine());
    deadlines.after(10_000, end('first'));
    deadlines.addStandingTime(600);
    const cancel = deadlines.after(10_000, end('second'));
    deadlines.addStandingTime(600);
    expect([deadlines.countStanding(600), deadlines.countStanding(1_000)]).toEqual([2, 1]);
    cancel();
    clock.moveTo(afterSeconds(10));
    expect(deadlines.countStanding(0)).toBe(0);
  });
});
