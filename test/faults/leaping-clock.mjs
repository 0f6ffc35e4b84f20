// Loaded before the server: shifts the machine’s clocks by the values in the file TEST_CLOCK ({ wall, running }, milliseconds), which
// is read when the server starts, if it is there, and at SIGUSR2.
import { existsSync, readFileSync } from 'node:fs';

const read = () => JSON.parse(readFileSync(process.env.TEST_CLOCK, 'utf8'));

let leap = existsSync(process.env.TEST_CLOCK) ? read() : { wall: 0, running: 0 };
process.on('SIGUSR2', () => {
  leap = read();
});

const RealDate = Date;
const originalNow = performance.now.bind(performance);
performance.now = () => originalNow() + leap.running;
globalThis.Date = class extends RealDate {
  constructor(...args) {
    if (args.length === 0) super(RealDate.now() + leap.wall);
    else super(...args);
  }
  static now() {
    return RealDate.now() + leap.wall;
  }
};
