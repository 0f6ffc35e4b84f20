import type { CalendarFeedFact, CalendarFeedRow } from '@tocsin/contracts/calendar-feeds/noun.js';
import { changeExisting, viewOf, type RowFold } from '../../rules/row-fold.js';

export const calendarFeedFold: RowFold<CalendarFeedRow, CalendarFeedFact> = {
  id: ({ feedId }) => feedId,
  steps: {
    CalendarFeedMade: (_row, { feedId: id, ...feed }, { at: madeAt }) => ({ id, ...feed, madeAt, revoked: null }),
    CalendarFeedReminderChanged: changeExisting((row, { reminder }) => ({ ...row, reminder })),
    CalendarFeedRevoked: changeExisting((row, _data, { at, actor }) => ({ ...row, revoked: { at, by: actor.id } })),
  },
};

export const calendarFeedsView = viewOf('calendarFeeds', calendarFeedFold, {
  columns: { personId: (row) => row.personId, keyHash: (row) => row.keyHash },
  hasHistory: false,
});
