import { anEvent } from '@tocsin/testing/ports/event-log-samples.js';
import type { StoredEvent } from './event-log.js';
import { RecentEvents } from './recent-events.js';

const eventNumbered = (ordinal: number, characters = 10): StoredEvent => ({
  ...anEvent({ data: 'x'.repeat(characters), meta: '' }),
  stream: 'toy',
  revision: ordinal - 1,
  ordinal,
  token: String(ordinal),
});
const fill = (recent: RecentEvents, from: number, to: number, characters?: number): RecentEvents => {
  for (let ordinal = from; ordinal <= to; ordinal++) recent.push(eventNumbered(ordinal, characters));
  return recent;
};
const ordinals = (events?: readonly StoredEvent[]) => events?.map((event) => event.ordinal);

it('gives what follows, up to a limit, and nothing at the head', () => {
  const recent = fill(new RecentEvents(0), 1, 5);
  expect(ordinals(recent.after(0, 9))).toEqual([1, 2, 3, 4, 5]);
  expect(ordinals(recent.after(2, 2))).toEqual([3, 4]);
  expect(recent.after(5, 9)).toEqual([]);
});
it('does not know what was there before it', () => {
  const recent = new RecentEvents(7);
  expect(recent.after(7, 9)).toEqual([]);
  expect(recent.after(6, 9)).toBeUndefined();
  expect(ordinals(fill(recent, 8, 9).after(7, 9))).toEqual([8, 9]);
});
it('forgets the oldest when there are too many', () => {
  const recent = fill(new RecentEvents(0, 4), 1, 10);
  expect(recent.after(5, 9)).toBeUndefined();
  expect(ordinals(recent.after(6, 9))).toEqual([7, 8, 9, 10]);
});
it('forgets the oldest when they are too long, even the newest', () => {
  const recent = fill(new RecentEvents(0, 100, 35), 1, 10);
  expect(recent.after(6, 9)).toBeUndefined();
  expect(ordinals(recent.after(7, 9))).toEqual([8, 9, 10]);
  recent.push(eventNumbered(11, 40));
  expect(recent.after(10, 9)).toBeUndefined();
  expect(ordinals(fill(recent, 12, 13).after(11, 9))).toEqual([12, 13]);
});
it('gives those of some types, up to a number and a size', () => {
  const recent = fill(new RecentEvents(0), 1, 3);
  recent.push({ ...eventNumbered(4), type: 'Other' });
  fill(recent, 5, 6);
  const { type } = eventNumbered(1);
  expect(ordinals(recent.ofTypes(0, [type], 9, 1_000))).toEqual([1, 2, 3, 5, 6]);
  expect(ordinals(recent.ofTypes(0, ['Other', 'None'], 9, 1_000))).toEqual([4]);
  expect(ordinals(recent.ofTypes(2, [type], 2, 1_000))).toEqual([3, 5]);
  expect(ordinals(recent.ofTypes(0, [type], 9, 15))).toEqual([1, 2]);
  expect(recent.ofTypes(6, [type], 9, 1_000)).toEqual([]);
});
it('gives an event by its ordinal, while it has it', () => {
  const recent = fill(new RecentEvents(2, 4), 3, 8);
  expect([4, 5, 8, 9].map((ordinal) => recent.at(ordinal)?.ordinal)).toEqual([undefined, 5, 8, undefined]);
  expect([4, 5, 9].map((ordinal) => recent.reaches(ordinal))).toEqual([false, true, true]);
});
