import { askAddress, fieldsOf, inPath, numberOf, rowsIn, weeksAfter, type Kind, type Row, type System } from '../source.js';
import { clockChangeWeek } from '../clock-change.js';

const list = (name: string, more: Partial<Kind> = {}): Kind => ({
  name,
  ask: () => ({ path: `/api/v1/${name.replaceAll('-', '_')}/` }),
  ...more,
});

const dayOf = (instant: string): string => instant.slice(0, 10);
const finalShifts = (row: Row, from: string, to: string) => ({
  path: `/api/v1/schedules/${inPath(row.id)}/final_shifts?start_date=${dayOf(from)}&end_date=${dayOf(to)}`,
});

/** Private addresses of calendars too: whoever has one reads the calendar. */
const calendars = ['ical_url_primary', 'ical_url_overrides'];
const ofSchedule = ['schedules', 'schedules-by-id'];
const oneRow = (body: unknown): readonly Row[] => [fieldsOf(body)];

const kinds: readonly Kind[] = [
  list('users'),
  list('teams'),
  list('user-groups'),
  list('personal-notification-rules'),
  list('escalation-chains'),
  list('escalation-policies'),
  list('schedules', { secrets: calendars }),
  {
    // one broken shift breaks the list of all schedules: then those that a chain names are read one by one
    name: 'schedules-by-id',
    insteadOf: 'schedules',
    of: ['escalation-policies'],
    secrets: calendars,
    rows: oneRow,
    ask: ({ row }) => {
      const schedule = row.notify_on_call_from_schedule;
      return typeof schedule === 'string' ? { path: `/api/v1/schedules/${inPath(schedule)}/` } : null;
    },
  },
  list('on-call-shifts'),
  { name: 'shifts-of-schedules', of: ofSchedule, ask: ({ row }) => ({ path: `/api/v1/on_call_shifts/?schedule_id=${inPath(row.id)}` }) },
  {
    // lists of shifts are not whole: each that a schedule names is read by its id
    name: 'shifts-by-id',
    of: ofSchedule,
    rows: oneRow,
    ask: ({ row }) =>
      (Array.isArray(row.shifts) ? row.shifts : []).map((id: unknown) => ({ path: `/api/v1/on_call_shifts/${inPath(id)}/` })),
  },
  list('shift-swaps'),
  { name: 'final-shifts', of: ofSchedule, ask: ({ row, at }) => finalShifts(row, at, weeksAfter(at, 4)) },
  {
    name: 'final-shifts-at-clock-change',
    of: ofSchedule,
    ask: ({ row, at }) => {
      const week = clockChangeWeek(row.time_zone, at);
      return week && finalShifts(row, week.from, week.to);
    },
  },
  list('integrations', { secrets: ['link', 'inbound_email'] }),
  list('routes'),
  list('webhooks', { secrets: ['url', 'password', 'authorization_header', 'headers'] }),
  list('alert-groups', {
    isHistory: true,
    ask: ({ from, at }) => ({ path: `/api/v1/alert_groups/?started_at=${from.slice(0, 19)}_${at.slice(0, 19)}` }),
  }),
  {
    name: 'alerts',
    of: ['alert-groups'],
    isHistory: true,
    ask: ({ row }) => ({ path: `/api/v1/alerts/?alert_group_id=${inPath(row.id)}` }),
  },
  list('resolution-notes', { isHistory: true }),
  { name: 'duty', of: ofSchedule, isHistory: true, windowDays: 360, ask: ({ row, from, to }) => finalShifts(row, from, to) },
];

export const oncall: System = {
  name: 'oncall',
  title: 'Grafana OnCall',
  address: null,
  kinds,
  headersOf: (token) => ({ authorization: token }),
  waitOf: (headers) => numberOf(headers.get('retry-after')) ?? numberOf(headers.get('ratelimit-reset')),
  next: (_, body) => askAddress(fieldsOf(body).next),
  rows: (body) => rowsIn(fieldsOf(body).results),
  people: { kind: 'users', id: 'id', names: ['email', 'username', 'name'] },
  untold: [
    'phone numbers and other addresses of people',
    'who was paged, and by what',
    'the contents of schedules that are calendars: only their addresses',
    'who was on call in the past, other than by today’s shifts',
  ],
};
