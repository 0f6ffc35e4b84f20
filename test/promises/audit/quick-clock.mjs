// Loaded before the server: its machine’s clocks run as many times as fast as the file TEST_RATE says, read at SIGUSR2, and so do its timers.
import { readFileSync } from 'node:fs';

const real = { Date, now: performance.now.bind(performance), setTimeout, setInterval };
const startedAt = real.Date.now() - real.now();
const mostRate = 20;
let rate = 1;
let since = { real: real.now(), seen: real.now() };

const quickNow = () => since.seen + (real.now() - since.real) * rate;
process.on('SIGUSR2', () => {
  since = { real: real.now(), seen: quickNow() };
  rate = Number(readFileSync(process.env.TEST_RATE, 'utf8'));
});

performance.now = quickNow;
globalThis.Date = class extends real.Date {
  constructor(...args) {
    if (args.length === 0) super(startedAt + quickNow());
    else super(...args);
  }
  static now() {
    return Math.round(startedAt + quickNow());
  }
};
globalThis.setTimeout = Object.assign((call, ms = 0, ...args) => real.setTimeout(call, ms / rate, ...args), real.setTimeout);
/** Timers set before the speed-up run faster, too. */
globalThis.setInterval = (call, ms = 0, ...args) => {
  let last = quickNow();
  const readRate = () => {
    if (quickNow() - last < ms) return;
    last = quickNow();
    call(...args);
  };
  return real.setInterval(readRate, ms / mostRate);
};
