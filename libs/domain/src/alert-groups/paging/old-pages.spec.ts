import { after, type When } from '@tocsin/kernel/decide/decider.js';
import { plus } from '@tocsin/kernel/time.js';
import { alertGroupDecider } from '../decider.js';
import { beginning, type AlertGroupState, type Existing } from '../state.js';

const groupId = '01900000-0000-7000-8000-00000000aaaa';
const ana = '01900000-0000-7000-8000-000000000001';
const began = '2026-11-21T03:12:00.000Z';
const actor = { kind: 'system' as const, id: 'tocsin', roles: [] };
const pageId = (n: number): string => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`;

const opened = {
  type: 'AlertGroupOpened',
  data: {
    groupId,
    number: 1,
    serviceId: null,
    teamId: null,
    origin: { kind: 'page', personId: ana, personIds: [ana] },
    title: 'x',
    urgency: 'high',
    test: false,
    previousGroupId: null,
    alerts: [],
    policy: null,
    ackTimeoutMinutes: 30,
  },
};
const paged = (n: number) => ({
  type: 'PageStarted',
  data: {
    groupId,
    pageId: pageId(n),
    personId: ana,
    urgency: 'high',
    cause: { kind: 'escalation', round: n, step: 1 },
    opening: 1,
    quiet: false,
    everyMethod: false,
    skipped: [],
    cancelledByAcknowledge: true,
  },
});

const when = (at: string): When => ({ at, actor, eventId: '', commandId: '', correlationId: '' });

/** A group that was paged every half hour, this many times. */
const pagedTimes = (times: number): Existing => {
  let state: AlertGroupState = after(alertGroupDecider, beginning, [opened], when(began));
  for (let n = 1; n <= times; n += 1) state = after(alertGroupDecider, state, [paged(n)], when(plus(began, n * 30 * 60_000)));
  return state as Existing;
};

describe('a group that nobody takes', () => {
  it('keeps the newest pages of a person whole', () => {
    expect(pagedTimes(20).pages.map((page) => page.pageId)).toEqual(Array.from({ length: 8 }, (_, n) => pageId(13 + n)));
  });

  it('remembers of older ones what their links are checked by', () => {
    expect(pagedTimes(20).pastPages[pageId(3)]).toEqual({ personId: ana, opening: 1, startedAt: plus(began, 90 * 60_000) });
  });

  it('does not grow with the days: links end after one', () => {
    const { pages, pastPages } = pagedTimes(1_000);
    expect(pages.length + Object.keys(pastPages).length).toBeLessThan(70);
  });
});
