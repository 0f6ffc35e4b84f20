import type { Fact } from '@tocsin/contracts/catalogue.js';
import { hash, peopleWorld, self } from '@tocsin/testing/largest/small-world.js';
import type { LargestCases } from '@tocsin/testing/largest/case.js';
import { LargeWorld, many, nth, person } from '@tocsin/testing/largest/large-world.js';

const feedMade = (n: number): Fact => ({
  type: 'CalendarFeedMade',
  data: { feedId: nth('fe', n), personId: person(1), of: { kind: 'person' }, reminder: 60, keyHash: hash(n) },
});
const feeds = (): LargeWorld => peopleWorld().has('calendarFeeds', ...many(5, feedMade));

export const largest: LargestCases = {
  MakeCalendarFeed: () => ({ large: feeds(), data: { of: { kind: 'person' }, reminder: 60, keyHash: hash(9) }, actor: self }),
  ChangeCalendarFeedReminder: () => ({ large: feeds(), data: { feedId: nth('fe', 1), reminder: null }, actor: self }),
  RevokeCalendarFeed: () => ({ large: feeds(), data: { feedId: nth('fe', 1) }, actor: self }),
};
