import type { FactOf, RecordedOf } from '@tocsin/contracts/catalogue.js';
import { alertmanager, alertOf, alertmanagerId, over, pagerduty, pagerdutyId, serviceId } from '../routing/signals.fixture.js';
import { idOf } from '../configuration.fixture.js';
import { setUpData } from '../organisation/facts.fixture.js';
import { ana, as, bo, Harbour, mia, pages, teamId } from './groups.fixture.js';

const hours = (count: number): number => count * 60;
const days = (count: number): number => count * hours(24);

const integration = (integrationId: string, kind: FactOf<'IntegrationCreated'>['kind']) =>
  ({ type: 'IntegrationCreated', data: { teamId, serviceId, integrationId, name: kind, kind } }) as const;

/** In addition to the team, service and policy of the fixture. */
const setUp = {
  type: 'OrganisationSetUp',
  data: {
    ...setUpData,
    owner: { ...setUpData.owner, personId: idOf('5e7') },
    team: { teamId: idOf('5e8'), name: 'First' },
    service: { serviceId: idOf('5e9'), name: 'First' },
    policy: { policyId: idOf('5ea'), name: 'First' },
    integration: { ...setUpData.integration, integrationId: idOf('5eb') },
  },
} as const;

const installed = (): Harbour => {
  const harbour = new Harbour({ steps: [pages([ana])], service: { urgencyRule: 'always_low' } });
  harbour.knows(setUp, integration(alertmanagerId, 'alertmanager'), integration(pagerdutyId, 'pagerduty-events'));
  return harbour;
};
const firing = (): Harbour => {
  const harbour = installed();
  harbour.receives(alertmanager([alertOf('Disk')]));
  return harbour;
};
const setDays = (harbour: Harbour, count: number): void => harbour.knows({ type: 'ClosingByAgeChanged', data: { days: count } });
const reports = (harbour: Harbour): void => harbour.receives(alertmanager([alertOf('Disk')]));
const told = (harbour: Harbour): readonly string[] =>
  harbour.all('PageStarted').flatMap(({ data }) => (data.cause.kind === 'resolved' ? [data.personId] : []));
const closed = (harbour: Harbour): RecordedOf<'AlertGroupResolved'> | undefined => harbour.all('AlertGroupResolved').at(-1);

describe('an alert group that nobody acts on and whose sender is silent', () => {
  it('says a day before that it is closed, and is closed after seven', () => {
    const harbour = firing();
    const { openedAt } = harbour.row();
    harbour.passes(days(6) - 1);
    expect(harbour.row().closesAt).toBeUndefined();
    harbour.passes(1);
    expect(harbour.row()).toMatchObject({ status: 'firing', closesAt: '2026-11-28T03:12:00.000Z' });
    harbour.passes(days(1) - 1);
    expect(harbour.row().status).toBe('firing');
    harbour.passes(1);
    expect(harbour.row()).toMatchObject({ status: 'resolved', closesAt: null, quietSince: openedAt, resolvedBy: { by: 'timer' } });
  });

  it('tells the managers and whoever was paged, once and quietly, and pages nobody', () => {
    const harbour = firing();
    harbour.passes(days(7) - 1);
    harbour.news();
    harbour.passes(1);
    expect(harbour.paged()).toEqual([]);
    expect(told(harbour)).toEqual([ana, mia]);
    harbour.passes(days(3));
    expect(told(harbour)).toHaveLength(2);
  });

  it('tells whoever had it, whose phone never rang', () => {
    const harbour = firing();
    harbour.act('AcknowledgeAlertGroup', {}, mia);
    harbour.act('TakeOverAlertGroup', {}, bo);
    harbour.passes(days(7));
    expect(harbour.row()).toMatchObject({ status: 'resolved' });
    expect(told(harbour).toSorted()).toEqual([ana, bo, mia].toSorted());
  });

  it.each([
    ['acknowledges it', (harbour: Harbour) => harbour.act('AcknowledgeAlertGroup')],
    ['writes a note', (harbour: Harbour) => harbour.act('AddNote', { text: 'The disk is in the mail.' })],
    ['adds a responder', (harbour: Harbour) => harbour.act('AddResponder', { personId: bo })],
  ])('begins its seven days again when somebody %s', (_act, act) => {
    const harbour = firing();
    harbour.passes(days(6.5));
    act(harbour);
    expect(harbour.row().closesAt).toBeNull();
    harbour.passes(days(6.9));
    expect(harbour.row().status).not.toBe('resolved');
    harbour.passes(days(0.1));
    expect(closed(harbour)?.meta.at).toBe('2026-12-04T15:12:00.000Z');
  });

  it('stays open while its sender repeats itself, which the group’s own stream never hears of', () => {
    const harbour = firing();
    for (let n = 0; n < 20; n += 1) {
      harbour.passes(days(1));
      reports(harbour);
    }
    expect(harbour.all('AlertGroupClosingPlanned')).toEqual([]);
    expect(harbour.row().status).toBe('firing');
  });

  it('is closed no more once its sender reports it again, and says so at once', () => {
    const harbour = firing();
    harbour.passes(days(6.5));
    reports(harbour);
    expect(harbour.row()).toMatchObject({ status: 'firing', closesAt: null });
    harbour.passes(days(6.9));
    expect(harbour.row()).toMatchObject({ status: 'firing', closesAt: '2026-12-04T15:12:00.000Z' });
    harbour.passes(days(0.1));
    expect(closed(harbour)?.meta.at).toBe('2026-12-04T15:12:00.000Z');
  });

  it('counts a report of alerts that are only counted', () => {
    const harbour = installed();
    const many = Array.from({ length: 2_005 }, (_, n) => alertOf(`Disk ${n}`));
    harbour.receives(alertmanager(many));
    harbour.passes(days(6.5));
    harbour.receives(alertmanager(many));
    expect(harbour.row()).toMatchObject({ counted: 5, closesAt: null });
  });
});

describe('the next word of the sender', () => {
  const closedByAge = (): Harbour => {
    const harbour = firing();
    harbour.passes(days(7));
    harbour.news();
    return harbour;
  };

  it.each([0, 5, hours(1), days(7)])('opens the group again %s min after it was closed, and pages', (minutes) => {
    const harbour = closedByAge();
    harbour.passes(minutes);
    harbour.news();
    reports(harbour);
    expect(harbour.rows()).toMatchObject([{ status: 'firing', opening: 2, quietSince: null, closesAt: null }]);
    expect(harbour.paged()).toEqual([ana]);
    expect(harbour.all('AlertGroupReopened').at(-1)!.data.because).toBe('refire');
  });

  it('is routed in the moment in which the group is closed: it is open again', () => {
    const harbour = closedByAge();
    const { groupId, thread, integrationId, ...item } = harbour.all('SignalsRouted')[0]!.data.items[0]!;
    const repeat = { groupId, thread, integrationId, signal: item.signal, fired: [], resolved: [], outcome: 'repeat' };
    harbour.act('ApplySignal', repeat, { kind: 'sender', id: integrationId, roles: [] });
    expect(harbour.row()).toMatchObject({ status: 'firing', opening: 2 });
    reports(harbour);
    expect(harbour.rows()).toHaveLength(1);
  });

  it('may be that it is over: the group stays closed, and what fires then is a new one', () => {
    const harbour = closedByAge();
    harbour.receives(alertmanager([over('Disk')], { action: 'resolve' }));
    expect(harbour.row().status).toBe('resolved');
    harbour.passes(days(1));
    harbour.receives(alertmanager([alertOf('Disk', { startsAt: harbour.world.now })]));
    expect(harbour.rows()).toMatchObject([{ status: 'resolved' }, { status: 'firing', previousGroupId: harbour.rows()[0]!.id }]);
  });

  it('begins the seven days anew', () => {
    const harbour = closedByAge();
    reports(harbour);
    harbour.passes(days(7));
    expect(harbour.all('AlertGroupResolved')).toHaveLength(2);
  });

  it('a person may be faster, and the group ages again', () => {
    const harbour = closedByAge();
    harbour.act('ReopenAlertGroup', { iHaveIt: true });
    harbour.passes(days(7));
    expect(harbour.all('AlertGroupResolved')).toHaveLength(2);
  });
});

describe('what is never closed by age', () => {
  const year = (harbour: Harbour): void => harbour.passes(days(365));

  it('a group of a sender that repeats nothing: it is looked at until it is stale', () => {
    const harbour = installed();
    harbour.receives(pagerduty('disk'));
    year(harbour);
    expect(harbour.row().status).toBe('firing');
    const looks = harbour.all('AlertGroupClosingReviewed').map(({ data }) => data.nextReviewAt === null);
    expect([looks.at(-1), looks.length < 4, harbour.all('AlertGroupWentStale').length]).toEqual([true, true, 1]);
  });

  it('a group that somebody opened', () => {
    const harbour = installed();
    harbour.world.run(
      { type: 'PageSomeone', data: { title: 'Help', urgency: 'low', serviceId: null, personIds: [ana] } },
      { actor: as(bo) },
    );
    year(harbour);
    expect(harbour.row().status).toBe('firing');
    expect(harbour.types()).not.toContain('AlertGroupClosingReviewed');
  });

  it('a test, which ends by itself after ten minutes, as before', () => {
    const harbour = installed();
    harbour.receives(alertmanager([alertOf('Disk')], { test: true }));
    harbour.passes(10);
    expect(closed(harbour)?.data).not.toHaveProperty('quietSince');
    reports(harbour);
    expect(harbour.row().status).toBe('resolved');
  });

  it('anything, where the organisation does not want it; one that was to be closed stays open', () => {
    const harbour = firing();
    harbour.passes(days(6.5));
    setDays(harbour, 0);
    year(harbour);
    expect(harbour.row()).toMatchObject({ status: 'firing', closesAt: null });
  });
});

describe('the organisation’s setting', () => {
  it('counts within a day for groups that are open', () => {
    const harbour = firing();
    harbour.passes(days(3));
    setDays(harbour, 2);
    harbour.passes(days(1));
    expect(harbour.row().closesAt).toBe('2026-11-25T15:12:00.000Z');
    harbour.passes(days(1));
    expect(harbour.row().status).toBe('resolved');
  });

  it('counts for one that was to be closed: a longer age leaves it open', () => {
    const harbour = firing();
    harbour.passes(days(6.5));
    setDays(harbour, 30);
    harbour.passes(days(20));
    expect(harbour.row()).toMatchObject({ status: 'firing', closesAt: null });
    harbour.passes(days(3.5));
    expect(closed(harbour)?.meta.at).toBe('2026-12-21T03:12:00.000Z');
  });

  it('says half a day before, where a day is all', () => {
    const harbour = installed();
    setDays(harbour, 1);
    reports(harbour);
    harbour.passes(hours(12));
    expect(harbour.row().closesAt).toBe('2026-11-22T03:12:00.000Z');
    harbour.passes(hours(12));
    expect(harbour.row().status).toBe('resolved');
  });
});

describe('an age of one day', () => {
  it.each([
    ['its sender reports it', reports],
    ['somebody acts on it', (harbour: Harbour) => void harbour.act('AddNote', { text: 'still' })],
  ])('is kept to the minute after %s', (_what, touch) => {
    const harbour = installed();
    setDays(harbour, 1);
    reports(harbour);
    harbour.passes(hours(23));
    touch(harbour);
    harbour.passes(hours(24) - 1);
    expect(harbour.row().status).toBe('firing');
    harbour.passes(1);
    expect(harbour.row().status).toBe('resolved');
  });
});

describe('while nobody was there', () => {
  const awayFor = (harbour: Harbour, minutes: number): void => {
    harbour.world.awayUntil(new Date(Date.parse(harbour.world.now) + minutes * 60_000).toISOString());
    harbour.world.advance(0);
  };

  it('no sender was heard: what was to be closed meanwhile is announced again, a day before', () => {
    const harbour = firing();
    harbour.passes(days(6.5));
    awayFor(harbour, days(2));
    expect(harbour.row()).toMatchObject({ status: 'firing', closesAt: '2026-11-30T15:12:00.000Z' });
    expect(harbour.all('AlertGroupClosingPlanned').at(-1)!.data).toMatchObject({ late: days(1.5) * 60_000 });
    harbour.passes(days(1));
    expect(harbour.row().status).toBe('resolved');
  });

  it('is closed at once when that was for a moment', () => {
    const harbour = firing();
    harbour.passes(days(7) - 10);
    awayFor(harbour, 30);
    expect(harbour.row().status).toBe('resolved');
  });

  it('a group of long ago, of a release that closed none, is announced first', () => {
    const harbour = firing();
    awayFor(harbour, days(60));
    expect(harbour.row()).toMatchObject({ status: 'firing', closesAt: '2027-01-21T03:12:00.000Z' });
  });
});

it('leaves no timer that comes to nothing', () => {
  const harbour = firing();
  harbour.receives(pagerduty('disk'));
  for (const minutes of [1, hours(12), days(5.5), days(0.9), days(1), days(30)]) {
    harbour.passes(minutes);
    expect(harbour.idleTimers()).toEqual([]);
  }
});
