import { foldFacts, type FactMeta } from '@tocsin/kernel/decide/decider.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { alertGroupDecider } from '../decider.js';
import { initialState, type AlertGroupState, type ExistingGroup } from '../state.js';

const groupId = '01900000-0000-7000-8000-00000000aaaa';
const ana = '01900000-0000-7000-8000-000000000001';
const beginAt = '2026-11-21T03:12:00.000Z';
const actor = { kind: 'system' as const, id: 'tocsin', roles: [] };
const pageId = (n: number): string => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`;

const openedFact = {
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
const pageFact = (n: number) => ({
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

const metaAt = (at: string): FactMeta => ({ at, actor, eventId: '', commandId: '', correlationId: '' });

/** A group that was paged every half hour, this many times. */
const groupPagedTimes = (times: number): ExistingGroup => {
  let state: AlertGroupState = foldFacts(alertGroupDecider, initialState, [openedFact], metaAt(beginAt));
  for (let n = 1; n <= times; n += 1)
    state = foldFacts(alertGroupDecider, state, [pageFact(n)], metaAt(addMillis(beginAt, n * 30 * 60_000)));
  return state as ExistingGroup;
};

describe('a group that nobody takes', () => {
  it('keeps the newest pages of a person whole', () => {
    expect(groupPagedTimes(20).pages.map((page) => page.pageId)).toEqual(Array.from({ length: 8 }, (_, n) => pageId(13 + n)));
  });

  it('remembers of older ones what their links are checked by', () => {
    expect(groupPagedTimes(20).pastPages[pageId(3)]).toEqual({ personId: ana, opening: 1, startedAt: addMillis(beginAt, 90 * 60_000) });
  });

  it('does not grow with the days: links end after one', () => {
    const { pages, pastPages } = groupPagedTimes(1_000);
    expect(pages.length + Object.keys(pastPages).length).toBeLessThan(70);
  });
});
