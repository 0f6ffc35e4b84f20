import { aStepThatNeverHappenedRingsTheOwners } from './a-step-that-never-happened-rings-the-owners.js';
import { Alarm } from './alarm.js';
import { theOutwardHeartbeatStopsWhenPagesAreLate } from './the-outward-heartbeat-stops-when-pages-are-late.js';

let alarm: Alarm;
beforeAll(async () => void (alarm = await Alarm.begin()));
afterAll(() => alarm.close());

/** Each goes on where the one before ended. */
describe.each(
  Object.entries({
    'a step that never happened rings the owners': aStepThatNeverHappenedRingsTheOwners,
    'the outward heartbeat stops when pages are late': theOutwardHeartbeatStopsWhenPagesAreLate,
  }),
)('%s', (_file, promises) => {
  it.each(Object.entries(promises))('%s', (_says, isKept) => isKept(alarm));
});
