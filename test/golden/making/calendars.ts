import { createScheduleOn } from '@tocsin/testing/schedules/stage-rotations.js';
import type { Cast } from './cast.js';
import { daysAfter } from './instants.js';

/** Calendars of holidays: imported, imported again, chosen, removed. */
export const addHolidays = async ({ stage, bo }: Cast): Promise<void> => {
  const { api } = stage.ana;
  const may = { uid: 'may-17', date: '2031-05-17', name: 'Constitution Day' };
  const importCalendar = async (name: string, calendarId?: string): Promise<string> => {
    const { says } = await api.run('ImportHolidayCalendar', { name, days: [may], ...(calendarId && { calendarId }) });
    return String(says['calendarId']);
  };
  const [norwayCalendarId, oldCalendarId] = [await importCalendar('Norway'), await importCalendar('Norway, as it was')];
  await importCalendar('Norway, all of it', norwayCalendarId);
  await api.run('ChooseDefaultHolidayCalendar', { calendarId: norwayCalendarId });
  await bo.api.run('ChooseHolidayCalendar', { personId: bo.personId, calendarId: norwayCalendarId });
  await api.run('RemoveHolidayCalendar', { calendarId: oldCalendarId });
};

/** Imported twice: the second time one shift is moved, one is gone, and one is new. */
const importRota = async ({ stage, bo, cleo }: Cast): Promise<string> => {
  const now = await stage.settle();
  const scheduleId = await createScheduleOn(stage, 'Imported', { anchor: now, turns: [stage.ana, bo] });
  const toShift = (uid: string, from: number) => ({
    uid,
    personId: cleo.personId,
    from: daysAfter(now, from),
    to: daysAfter(now, from + 0.5),
  });
  for (const shifts of [
    [toShift('one', 1), toShift('two', 2)],
    [toShift('one', 1.2), toShift('three', 3)],
  ])
    await stage.ana.api.run('ImportOverrides', { scheduleId, calendar: 'Rota', how: 'replace', shifts });
  return scheduleId;
};

/** Calendar feeds with shifts; returns the path of one that stays subscribed, of a schedule that was in another tool before. */
export const addFeeds = async (cast: Cast): Promise<string> => {
  const { stage, bo } = cast;
  const { ana } = stage;
  const scheduleId = await importRota(cast);
  await bo.api.prove();
  const ownFeed = await bo.api.run('MakeCalendarFeed', { of: { kind: 'person' } });
  await bo.api.run('RevokeCalendarFeed', { feedId: String(ownFeed.says['feedId']) });
  const { says } = await bo.api.run('MakeCalendarFeed', { of: { kind: 'schedule', scheduleId }, reminder: 60 });
  await bo.api.run('ChangeCalendarFeedReminder', { feedId: String(says['feedId']), reminder: 15 });
  await ana.api.run('SwitchCalendarFeeds', { on: false });
  await ana.api.run('SwitchCalendarFeeds', { on: true });
  await stage.settle();
  return new URL(String(says['address'])).pathname;
};
