import type { CalendarFeedAnswer } from '@tocsin/contracts/calendar-feeds/noun.js';
import type { Tocsin } from '@tocsin/testing/stage/tocsin.js';

/** The identity of shifts in calendar programs: with another uid they would show a shift twice. */
export type SubscribedShift = Pick<CalendarFeedAnswer['shifts'][number], 'uid' | 'from' | 'to' | 'personId'>;

/** The content of a feed at this address. */
export const readSubscribedShifts = async ({ anonymous: nobody }: Tocsin, path: string): Promise<readonly SubscribedShift[]> => {
  const { status, body } = await nobody.request<CalendarFeedAnswer>('GET', path, undefined, { accept: 'application/json' });
  if (status !== 200) throw new Error(`the feed was answered ${status}`);
  return body.shifts.map(({ uid, from, to, personId }) => ({ uid, from, to, personId }));
};
