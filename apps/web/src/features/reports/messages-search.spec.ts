import type { ReportOrder } from '@tocsin/contracts/reports.js';
import { messagesSearchOf } from './messages-search.js';

it('the messages behind a number are those of the days of the report, by its clock, and of its service and team', () => {
  const order = { from: '2026-03-27T23:00:00.000Z', to: '2026-03-29T22:00:00.000Z', zone: 'Europe/Berlin', service: null, team: 't1' };
  expect(messagesSearchOf(order as ReportOrder)).toEqual({ from: '2026-03-28', to: '2026-03-29', team: 't1' });
});
