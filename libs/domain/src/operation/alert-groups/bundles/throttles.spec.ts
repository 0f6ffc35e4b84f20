import type { Throttle } from '@tocsin/contracts/contacts/kinds.js';
import { duration } from '@tocsin/contracts/duration.js';
import { alertmanager, alertOf } from '../../routing/signals.fixture.js';
import { ana, as, bo, Scenario, methodOf, pages, contactsOfPerson, serviceOf, type Method, type Setting } from '../groups.fixture.js';
import { Audit } from '../../../observers/auditor/audit.js';
import type { AttemptOutcome } from '../paging/attempts.js';
import type { RingsRow } from './rings-row.js';
import { fullUntilOf } from './throttles.js';

const failedOutcome: AttemptOutcome = { ok: false, reason: 'delivery.provider_unreachable', detail: '', retry: false };
/** `sms`, `voice`: a webhook that counts as one. */
type Way = Method | Throttle;
type Rules = Parameters<typeof contactsOfPerson>[2];

/** Ana’s contact methods, some of which are throttled. */
const reached = (ways: readonly Way[], rules: Rules = []) =>
  contactsOfPerson(
    ana,
    ways.map((methodKind) => (methodKind === 'sms' || methodKind === 'voice' ? 'webhook' : methodKind)),
    rules,
  ).map((fact, n) => {
    const methodKind = ways[n];
    return fact.type === 'ContactMethodAdded' && (methodKind === 'sms' || methodKind === 'voice')
      ? { ...fact, data: { ...fact.data, relaysAs: methodKind } }
      : fact;
  });

const scenario = (ways: readonly Way[], rules: Rules = [], setting: Setting = {}): Scenario =>
  new Scenario({ steps: [pages([ana], { waitMinutes: 600 })], contacts: { [ana]: reached(ways, rules) }, services: 40, ...setting });

let names = 0;
const openGroup = (one: Scenario, severity: 'critical' | 'warning' = 'critical', service = 0): void => {
  names += 1;
  one.receives({ ...alertmanager([alertOf(`Disk${names}`, { severity })], { key: `g${names}` }), serviceId: serviceOf(service) });
};

/** Messages that went out by Ana’s n-th contact method: minutes since the beginning, and how many groups each named. */
const messages = (one: Scenario, method: number): readonly string[] => {
  const byRing = new Map<string, { at: number; count: number }>();
  for (const { data, meta } of one.all('AttemptStarted')) {
    if (data.ring?.contactMethodId !== methodOf(ana, method)) continue;
    const at = (Date.parse(meta.at) - Date.parse('2026-11-21T03:12:00.000Z')) / duration.minute;
    byRing.set(data.ring.id, { at, count: (byRing.get(data.ring.id)?.count ?? 0) + 1 });
  }
  return [...byRing.values()].map(({ at, count }) => `${at}: ${count}`);
};

/** The auditor’s findings: late or left out. */
const findings = (one: Scenario): readonly unknown[] => {
  const audit = new Audit();
  for (const event of one.world.events) audit.take(event);
  const { findings: found, overdue } = audit.report(one.world.now);
  return [...found, ...overdue];
};

/**
 * Opens `count` low groups, one every two minutes, each with a message of its own; the next becomes due two minutes
 * after the last.
 */
const fillThrottle = (one: Scenario, count = 5, severity: 'critical' | 'warning' = 'warning'): void => {
  for (let n = 0; n < count; n += 1) {
    openGroup(one, severity);
    one.passes(2);
  }
};
const throttledWaits = (one: Scenario) => one.all('AttemptWaits').filter(({ data }) => data.throttled);

describe('a contact method with a throttle', () => {
  it('takes five messages in a quarter of an hour: what falls due then waits, and goes out as one when there is room', () => {
    const one = scenario(['sms']);
    fillThrottle(one);
    expect(messages(one, 0)).toEqual(['0: 1', '2: 1', '4: 1', '6: 1', '8: 1']);
    fillThrottle(one, 2);
    expect(messages(one, 0)).toHaveLength(5);
    expect(one.ladder().pages[0]!.attempts).toMatchObject([{ state: 'queued', throttled: true, bundledUntil: '2026-11-21T03:27:00.000Z' }]);
    one.passes(1);
    expect(messages(one, 0).slice(5)).toEqual(['15: 2']);
    expect(one.idleTimers()).toEqual([]);
    expect(findings(one)).toEqual([]);
  });

  it('takes eleven in an hour, too: nothing is lost', () => {
    const one = scenario(['sms']);
    fillThrottle(one, 60);
    one.passes(60);
    expect(findings(one)).toEqual([]);
    const sentMessages = messages(one, 0);
    expect(sentMessages.reduce((all, message) => all + Number(message.split(': ')[1]), 0)).toBe(60);
    const at = sentMessages.map((message) => Number(message.split(':')[0]));
    for (const from of at) {
      expect(at.filter((time) => time >= from && time < from + 15).length).toBeLessThanOrEqual(5);
      expect(at.filter((time) => time >= from && time < from + 60).length).toBeLessThanOrEqual(11);
    }
  });

  it('counts a bundle once', () => {
    const one = scenario(['sms']);
    for (let n = 0; n < 5; n += 1) {
      for (let round = 0; round < 3; round += 1) openGroup(one, 'warning');
      one.passes(2);
    }
    expect(messages(one, 0)).toEqual(['0: 1', '1: 2', '2: 1', '3: 2', '4: 1']);
    one.passes(6);
    expect(messages(one, 0).slice(5)).toEqual(['15: 8']);
  });

  it('counts nothing that failed', () => {
    const one = scenario(['sms']);
    one.provider = () => failedOutcome;
    fillThrottle(one);
    one.provider = () => ({ ok: true, state: 'sent', providerId: null });
    fillThrottle(one);
    expect(messages(one, 0)).toHaveLength(10);
  });

  it('has none any more once its person says so: what waits goes out at once', () => {
    const one = scenario(['sms']);
    fillThrottle(one, 6);
    expect(messages(one, 0)).toHaveLength(5);
    one.knows({ type: 'WebhookRelayChosen', data: { personId: ana, contactMethodId: methodOf(ana, 0), relaysAs: null } });
    one.passes(0);
    expect(messages(one, 0).slice(5)).toEqual(['12: 1']);
  });

  it('is not full for ever where the clock was put back', () => {
    const one = scenario(['sms']);
    fillThrottle(one);
    const method = one.world.memory.rows<RingsRow>('rings').get(ana)!.throttles![methodOf(ana, 0)]!;
    expect(fullUntilOf([method], '2026-11-21T03:20:30.000Z')).toBe('2026-11-21T03:27:00.000Z');
    expect(fullUntilOf([method], '2026-11-20T03:20:30.000Z')).toBeNull();
  });
});

describe('the first page of high urgency for a group', () => {
  it('takes the next contact method that is not throttled', () => {
    const one = scenario(
      ['sms', 'voice', 'email'],
      [
        ['low', 0, 0],
        ['high', 0, 0],
      ],
    );
    fillThrottle(one);
    openGroup(one);
    expect(one.all('AttemptCancelled').map(({ data }) => data.reason)).toEqual(['delivery.throttled']);
    expect(messages(one, 0)).toHaveLength(5);
    expect(messages(one, 1)).toEqual(['10: 1']);
    expect(one.ladder().pages[0]!.attempts).toMatchObject([
      { state: 'cancelled', reason: 'delivery.throttled' },
      { state: 'sent', because: 'next_method' },
    ]);
    expect(one.idleTimers()).toEqual([]);
    expect(findings(one)).toEqual([]);
  });

  it('takes first what its rules have for later', () => {
    const one = scenario(
      ['sms', 'push', 'voice'],
      [
        ['low', 0, 0],
        ['high', 0, 0],
        ['high', 2, 5],
      ],
    );
    fillThrottle(one);
    openGroup(one);
    expect(messages(one, 2)).toEqual(['10: 1']);
    one.passes(10);
    expect(messages(one, 1)).toEqual([]);
    expect(messages(one, 2)).toEqual(['10: 1']);
  });

  it('takes what wakes its person, although a mail would have room sooner', () => {
    const one = scenario(
      ['sms', 'voice', 'email'],
      [
        ['low', 0, 0],
        ['high', 0, 0],
        ['high', 2, 5],
      ],
    );
    fillThrottle(one);
    openGroup(one);
    expect(messages(one, 1)).toEqual(['10: 1']);
    one.passes(5);
    expect(messages(one, 2)).toEqual(['15: 1']);
  });

  it('goes out although all that wakes is full: a mail is no substitute', () => {
    const one = scenario(
      ['sms', 'email'],
      [
        ['low', 0, 0],
        ['high', 0, 0],
        ['high', 1, 0],
      ],
    );
    fillThrottle(one);
    openGroup(one);
    expect(messages(one, 0).slice(5)).toEqual(['10: 1']);
    expect(messages(one, 1)).toEqual(['10: 1']);
  });

  it('goes out at once where a crash left its message on the way, although that one counts', () => {
    const one = scenario(['sms']);
    fillThrottle(one, 4);
    one.provider = () => null;
    openGroup(one);
    expect(messages(one, 0)).toHaveLength(5);
    one.provider = () => ({ ok: true, state: 'sent', providerId: null });
    one.world.awayUntil(one.world.now);
    one.passes(0);
    expect(messages(one, 0).slice(5)).toEqual(['8: 1']);
    expect(one.idleTimers()).toEqual([]);
  });

  it('is the first again when news end an acknowledgement', () => {
    const one = scenario(['sms']);
    openGroup(one);
    const key = `g${names}`;
    const knownName = `Disk${names}`;
    one.act('AcknowledgeAlertGroup', {}, ana);
    one.passes(2);
    fillThrottle(one, 4);
    expect(messages(one, 0)).toHaveLength(5);
    const newAlerts = [knownName, 'Raid'].map((name) => alertOf(name, { severity: 'critical' }));
    one.receives({ ...alertmanager(newAlerts, { key }), serviceId: serviceOf(0) });
    expect(one.rows()[0]).toMatchObject({ status: 'firing' });
    expect(messages(one, 0).slice(5)).toEqual(['10: 1']);
  });

  it('goes out by the loudest where all are throttled', () => {
    const one = scenario(
      ['sms', 'voice'],
      [
        ['low', 0, 0],
        ['low', 1, 0],
        ['high', 0, 0],
      ],
    );
    fillThrottle(one);
    expect([messages(one, 0).length, messages(one, 1).length]).toEqual([5, 3]);
    openGroup(one);
    expect(messages(one, 0)).toHaveLength(5);
    expect(messages(one, 1).at(-1)).toBe('10: 1');
    expect(one.all('AttemptStarted').at(-1)!.data.ring).toMatchObject({ throttle: 'voice', overThrottle: true });
  });

  it('goes out by what was passed over where the next method fails', () => {
    const one = scenario(
      ['sms', 'email'],
      [
        ['low', 0, 0],
        ['high', 0, 0],
      ],
    );
    fillThrottle(one);
    one.provider = ({ kind }) => (kind === 'email' ? failedOutcome : { ok: true, state: 'sent', providerId: null });
    openGroup(one);
    expect(messages(one, 0).slice(5)).toEqual(['10: 1']);
    expect(one.ladder().pages[0]!.state).toBe('sent');
  });

  it('goes on by what is not throttled where every method is taken: the rest waits', () => {
    const one = scenario(['webhook', 'sms'], [['low', 1, 0]]);
    fillThrottle(one);
    openGroup(one);
    expect(messages(one, 0)).toEqual(['10: 1']);
    expect(throttledWaits(one)).toHaveLength(1);
    one.passes(5);
    expect(messages(one, 1).slice(5)).toEqual(['15: 1']);
  });

  it('is not held either where its method became full while it waited behind a message', () => {
    const one = scenario(
      ['sms', 'webhook'],
      [
        ['low', 0, 0],
        ['high', 0, 0],
      ],
    );
    fillThrottle(one, 3);
    openGroup(one);
    openGroup(one);
    openGroup(one, 'warning');
    expect([messages(one, 0).length, messages(one, 1).length]).toEqual([5, 0]);
    one.passes(1);
    expect(messages(one, 0)).toHaveLength(5);
    expect(messages(one, 1)).toEqual(['7: 1']);
    expect(one.idleTimers()).toEqual([]);
    expect(findings(one)).toEqual([]);
  });
});

describe('a storm of first pages', () => {
  it('is bundled by the next method as by its own: a full throttle makes no call of each page', () => {
    const one = scenario(['sms', 'voice'], [['high', 0, 0]]);
    for (let n = 0; n < 60; n += 1) {
      openGroup(one, 'critical', n % 40);
      one.passes(1 / 6);
    }
    one.passes(10);
    // one a minute, and two exempt ones
    const calls = messages(one, 1).map((message) => Number(message.split(':')[0]));
    for (const from of calls) expect(calls.filter((at) => at >= from && at < from + 10).length).toBeLessThanOrEqual(12);
    const namedCount = [...messages(one, 0), ...messages(one, 1)].reduce((sum, message) => sum + Number(message.split(': ')[1]), 0);
    expect(namedCount).toBeGreaterThanOrEqual(60);
    expect(one.idleTimers()).toEqual([]);
    expect(findings(one)).toEqual([]);
  });
});

describe('what has waited for a throttle as long as its widest window', () => {
  /** A low group after twenty minutes, while a critical group opens every two minutes for six hours. */
  const scenarioBehindHigh = (): Scenario => {
    const one = scenario(['sms']);
    for (let n = 0; n < 180; n += 1) {
      if (n === 10) one.receives(alertmanager([alertOf('Warned', { severity: 'warning' })], { key: 'low' }));
      openGroup(one, 'critical', n % 40);
      one.passes(2);
    }
    return one;
  };
  const hoursWaited = (one: Scenario): readonly number[] =>
    one.all('AttemptStarted').flatMap(({ data, meta }) => {
      if (data.ring?.line !== 'low') return [];
      const plannedAttempt = one.all('AttemptPlanned').find(({ data: { slot } }) => slot === data.slot)!;
      return [(Date.parse(meta.at) - Date.parse(plannedAttempt.data.dueAt)) / duration.hour];
    });

  it('goes out although pages of high urgency take every place: none waits without end', () => {
    const one = scenarioBehindHigh();
    expect(hoursWaited(one)).toEqual([3]);
    expect(one.all('AttemptStarted').find(({ data }) => data.ring?.line === 'low')!.data.ring).toMatchObject({ overThrottle: true });
    expect(one.idleTimers()).toEqual([]);
    expect(findings(one)).toEqual([]);
  });

  it('takes along what waits for the same throttle: that is one message', () => {
    const one = scenario(['sms']);
    for (let n = 0; n < 120; n += 1) {
      if (n > 0 && n <= 40) openGroup(one, 'warning', n % 40);
      openGroup(one, 'critical', n % 40);
      one.passes(2);
    }
    const lowRings = new Set(one.all('AttemptStarted').flatMap(({ data: { ring } }) => (ring?.line === 'low' ? [ring.id] : [])));
    expect(lowRings.size).toBe(3);
    expect(one.all('AttemptStarted').filter(({ data: { ring } }) => ring?.line === 'low')).toHaveLength(40);
    expect(one.idleTimers()).toEqual([]);
    expect(findings(one)).toEqual([]);
  });
});

describe('what waits for a throttle', () => {
  it('leaves when its group is acknowledged: nothing is sent', () => {
    const one = scenario(['sms']);
    fillThrottle(one, 6);
    for (const { id: groupId } of one.rows()) one.world.run({ type: 'AcknowledgeAlertGroup', data: { groupId } }, { actor: as(bo) });
    one.passes(10);
    expect(messages(one, 0)).toHaveLength(5);
    expect(one.idleTimers()).toEqual([]);
    expect(findings(one)).toEqual([]);
  });

  it('is sent at once where somebody asks for it by hand, and counts', () => {
    const one = scenario(['sms']);
    fillThrottle(one, 6);
    one.act('EscalateAlertGroup', {}, bo);
    expect(messages(one, 0).slice(5)).toEqual(['12: 1']);
  });

  it('goes out as one message of each urgency, the high ones first', () => {
    const one = scenario(['sms'], [], { services: 3 });
    fillThrottle(one, 5, 'critical');
    openGroup(one, 'warning');
    const { id: groupId } = one.rows()[0]!;
    one.world.run({ type: 'AcknowledgeAlertGroup', data: { groupId } }, { actor: as(bo) });
    one.world.run({ type: 'UnacknowledgeAlertGroup', data: { groupId } }, { actor: as(bo) });
    one.passes(0.2);
    expect(throttledWaits(one).map(({ data }) => data.line)).toEqual(['low', 'high']);
    one.passes(4.8);
    expect(
      one
        .all('AttemptStarted')
        .slice(5)
        .map(({ data }) => data.ring!.line),
    ).toEqual(['high']);
    one.passes(2);
    expect(
      one
        .all('AttemptStarted')
        .slice(6)
        .map(({ data }) => data.ring!.line),
    ).toEqual(['low']);
    expect(one.idleTimers()).toEqual([]);
    expect(findings(one)).toEqual([]);
  });

  it('is no repeat of the same page by its own rules, while nothing else waits', () => {
    const one = scenario(
      ['sms'],
      [0, 2, 4, 6, 8, 10, 12].map((minutes) => ['high', 0, minutes] as const),
    );
    openGroup(one);
    one.passes(12);
    expect(messages(one, 0)).toHaveLength(7);
    expect(one.all('AttemptStarted').filter(({ data }) => data.ring?.throttle)).toHaveLength(1);
  });

  it('is looked at again after a restart', () => {
    const one = scenario(['sms']);
    fillThrottle(one, 6);
    one.world.awayUntil(new Date(Date.parse(one.world.now) + 4 * duration.minute).toISOString());
    one.world.advance(0);
    expect(messages(one, 0).slice(5)).toEqual(['16: 1']);
  });
});

it('the next step is not held up by a page of high urgency that waits for a throttle', () => {
  const one = scenario(['sms'], [], {
    steps: [pages([ana], { waitMinutes: 1 }), pages([bo], { waitMinutes: 1 })],
    repeats: 3,
    services: 3,
  });
  one.provider = () => ({ ok: true, state: 'sent', providerId: null });
  openGroup(one);
  one.passes(30);
  expect(one.all('PageStarted').filter(({ data }) => data.personId === bo).length).toBeGreaterThanOrEqual(4);
});
