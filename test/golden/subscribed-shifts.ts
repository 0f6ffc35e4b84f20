import type { CalendarFeedAnswer } from '@tocsin/contracts/calendar-feeds.js';
import type { Tocsin } from '@tocsin/testing/stage/tocsin.js';

/** What a calendar tells shifts by: with another uid it would show them twice. */
export type SubscribedShift = Pick<CalendarFeedAnswer['shifts'][number], 'uid' | 'from' | 'to' | 'personId'>;

/** Whatever the address of a feed answers to whoever has it. */
export const subscribedShifts = async ({ nobody }: Tocsin, path: string): Promise<readonly SubscribedShift[]> => {
  const { status, body } = await nobody.request<CalendarFeedAnswer>('GET', path, undefined, { accept: 'application/json' });
  if (status !== 200) throw new Error(`the feed was answered ${status}`);
  return body.shifts.map(({ uid, from, to, personId }) => ({ uid, from, to, personId }));
};
