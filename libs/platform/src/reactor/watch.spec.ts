import { systemMonotonicClock } from '../clock/monotonic-clock.js';
import { ReactorWatch } from './watch.js';

let now = 0;
const createWatch = () => new ReactorWatch({ ...systemMonotonicClock, now: () => now });
beforeEach(() => {
  now = 1_000;
});

describe('whether the reactor moves', () => {
  it('stands still when something waits and nothing was handled since', () => {
    const watch = createWatch();
    watch.look({ head: 7, position: 7, isTimerDue: false });
    now += 60_000;
    watch.look({ head: 8, position: 7, isTimerDue: false });
    expect(watch.stalledFor()).toBe(60_000);
  });

  it('has not stood still while there was nothing to do', () => {
    const watch = createWatch();
    now += 60_000;
    watch.look({ head: 7, position: 7, isTimerDue: false });
    now += 1_000;
    watch.look({ head: 8, position: 7, isTimerDue: false });
    expect(watch.stalledFor()).toBe(1_000);
  });

  it('moves while it is late: a storm does not stop it', () => {
    const watch = createWatch();
    for (let head = 10; head < 100; head += 1) {
      now += 1_000;
      watch.noteMove('log');
      watch.look({ head, position: 5, isTimerDue: false });
    }
    expect(watch.stalledFor()).toBe(0);
    expect(watch.lateFor()).toBe(89_000);
    watch.look({ head: 99, position: 99, isTimerDue: false });
    expect(watch.lateFor()).toBe(0);
  });

  it('counts a timer that is due and does not ring', () => {
    const watch = createWatch();
    watch.look({ head: 7, position: 7, isTimerDue: false });
    now += 500;
    watch.look({ head: 7, position: 7, isTimerDue: true });
    now += 11_000;
    watch.look({ head: 7, position: 7, isTimerDue: true });
    expect([watch.stalledFor(), watch.lateFor()]).toEqual([11_500, 11_000]);
  });

  it('counts a timer that does not end though the log is handled, and says once which of the two stands still', () => {
    const stalled: string[] = [];
    const watch = new ReactorWatch({ ...systemMonotonicClock, now: () => now }, (line) => stalled.push(line));
    for (let head = 7; head < 30; head += 1) {
      now += 1_000;
      watch.noteMove('log');
      watch.look({ head, position: head, isTimerDue: true });
    }
    expect(watch.stalledFor()).toBe(23_000);
    expect(stalled).toEqual(['timers']);
    watch.noteMove('timers');
    expect(watch.stalledLine()).toBeUndefined();
  });
});
