// cluster: never, it runs on the system clock
import { sayInOneTest } from '@tocsin/testing/stage/story.js';
import { aStepThatNeverHappenedRingsTheOwners } from './a-step-that-never-happened-rings-the-owners.js';
import { Alarm } from './alarm.js';
import { tier } from '@tocsin/testing/tier.js';
import {
  theOutwardHeartbeatGoesOnWhenPagesAreInTime,
  theOutwardHeartbeatStopsWhenPagesAreLate,
} from './the-outward-heartbeat-stops-when-pages-are-late.js';

let alarm: Alarm;
beforeAll(async () => void (alarm = await Alarm.begin()));
afterAll(() => alarm.close());

const sentences = {
  ...aStepThatNeverHappenedRingsTheOwners,
  ...theOutwardHeartbeatStopsWhenPagesAreLate,
  // the short run does not wait ten minutes of a quick clock
  ...(tier === 'short' ? {} : theOutwardHeartbeatGoesOnWhenPagesAreInTime),
};

describe('a step that never happened rings the owners, and the outward heartbeat stops when pages are late', () => {
  sayInOneTest(sentences, () => alarm);
});
