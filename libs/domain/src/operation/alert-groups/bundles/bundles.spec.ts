import { duration } from '@tocsin/contracts/duration.js';
import { alertmanager, alertOf } from '../../routing/signals.fixture.js';
import { bySystem } from '../../../configuration.fixture.js';
import { ana, as, bo, mia, pages, contactsOfPerson, Scenario, serviceOf, type Setting } from '../groups.fixture.js';
import type { AttemptOutcome } from '../paging/attempts.js';

/** One person, reached by mail; every service pages them at once. */
const scenario = (setting: Setting = {}): Scenario => new Scenario({ steps: [pages([ana], { waitMinutes: 60 })], ...setting });

let names = 0;
/** Opens this many groups on a service. */
const openGroups = (one: Scenario, count: number, service = 0, severity: 'critical' | 'warning' = 'critical'): void => {
  for (let n = 0; n < count; n += 1) {
    names += 1;
    one.receives({ ...alertmanager([alertOf(`Disk${names}`, { severity })], { key: `g${names}` }), serviceId: serviceOf(service) });
  }
};

const failedOutcome: AttemptOutcome = { ok: false, reason: 'delivery.provider_unreachable', detail: '', retry: true };

/** The messages that were sent: seconds since the beginning, and how many groups each named. */
const messages = (one: Scenario, isMeant: (line: string) => boolean): readonly string[] => {
  const start = Date.parse(one.all('AttemptStarted')[0]!.meta.at);
  const sentIds = new Set(one.all('AttemptSent').map(({ data }) => data.attemptId));
  const byRing = new Map<string, { at: number; count: number }>();
  for (const { data, meta } of one.all('AttemptStarted')) {
    if (!data.ring || !isMeant(data.ring.line) || !sentIds.has(data.attemptId)) continue;
    const at = (Date.parse(meta.at) - start) / duration.second;
    byRing.set(data.ring.id, { at, count: (byRing.get(data.ring.id)?.count ?? 0) + 1 });
  }
  return [...byRing.values()].map(({ at, count }) => `${at}: ${count}`);
};

const rings = (one: Scenario): readonly string[] => messages(one, (line) => line !== 'quiet');
const quietMessages = (one: Scenario): readonly string[] => messages(one, (line) => line === 'quiet');

describe('what falls due for one person', () => {
  it('within a minute of a message waits, and goes out as one', () => {
    const one = scenario();
    openGroups(one, 4);
    expect(rings(one)).toEqual(['0: 1']);
    one.passes(0.5);
    openGroups(one, 1);
    one.passes(0.5);
    expect(rings(one)).toEqual(['0: 1', '60: 4']);
    expect(one.idleTimers()).toEqual([]);
  });

  it('waits from the append that opens its alert group: nothing else decides that', () => {
    const one = scenario();
    openGroups(one, 2);
    const [, second] = one.all('AlertGroupOpened');
    expect(one.all('AttemptWaits').map(({ meta }) => meta.commandId)).toEqual([second!.meta.commandId]);
    one.passes(1);
    expect([rings(one), one.all('AttemptWaits').length]).toEqual([['0: 1', '60: 1'], 1]);
  });

  it('waits for the next minute after a bundle, and for five after one of more than ten', () => {
    const one = scenario();
    openGroups(one, 12);
    one.passes(1);
    openGroups(one, 2);
    one.passes(4.9);
    expect(rings(one)).toEqual(['0: 1', '60: 11']);
    one.passes(0.1);
    expect(rings(one)).toEqual(['0: 1', '60: 11', '360: 2']);
    openGroups(one, 1);
    one.passes(1);
    expect(rings(one)).toEqual(['0: 1', '60: 11', '360: 2', '420: 1']);
  });
});

describe('a bundle of exactly ten', () => {
  it('is followed by a minute: five follow one that named more', () => {
    const one = scenario();
    openGroups(one, 11);
    one.passes(1);
    openGroups(one, 2);
    one.passes(1);
    expect(rings(one)).toEqual(['0: 1', '60: 10', '120: 2']);
  });

  it('counts with the exceptions before it: more than ten fell due', () => {
    const one = scenario({ services: 3 });
    openGroups(one, 1, 0);
    openGroups(one, 1, 1);
    openGroups(one, 10, 0);
    one.passes(1);
    openGroups(one, 2);
    one.passes(5);
    expect(rings(one)).toEqual(['0: 1', '0: 1', '60: 10', '360: 2']);
  });
});

describe('a message whose outcome is unknown', () => {
  const unknownOutcome: AttemptOutcome = { ok: false, reason: 'delivery.outcome_unknown', detail: '', retry: true };
  /** The first messages are perhaps delivered. */
  const unconfirmed = (one: Scenario, count: number): Scenario => {
    let left = count;
    one.provider = () => (left-- > 0 ? unknownOutcome : { ok: true, state: 'sent', providerId: null });
    return one;
  };

  it('opens a wait as one that was sent, in which it is repeated', () => {
    const one = unconfirmed(scenario(), 2);
    openGroups(one, 1);
    openGroups(one, 3);
    expect(one.all('AttemptStarted')).toHaveLength(1);
    one.passes(1);
    expect(rings(one)).toEqual(['30: 1', '60: 3']);
  });

  it('of several pages is repeated as one, and waited for', () => {
    const one = scenario();
    openGroups(one, 4);
    unconfirmed(one, 3);
    one.passes(1.1);
    openGroups(one, 2);
    one.passes(1);
    expect(rings(one)).toEqual(['0: 1', '75: 3', '120: 2']);
  });

  it('uses its service’s turn and one of two exceptions', () => {
    const one = unconfirmed(scenario({ services: 4 }), 2);
    openGroups(one, 1, 0);
    openGroups(one, 1, 1);
    openGroups(one, 1, 2);
    openGroups(one, 1, 3);
    expect(one.all('AttemptStarted')).toHaveLength(3);
    expect(one.all('AttemptWaits')).toHaveLength(1);
  });
});

describe('what does not wait', () => {
  it('is the first page of a service that has not rung this person for ten minutes, twice in ten minutes', () => {
    const one = scenario({ services: 5 });
    for (const service of [0, 1, 2, 3, 0, 1]) openGroups(one, 1, service);
    expect(rings(one)).toEqual(['0: 1', '0: 1', '0: 1']);
    one.passes(1);
    expect(rings(one)).toEqual(['0: 1', '0: 1', '0: 1', '60: 3']);
    openGroups(one, 1, 4);
    one.passes(1);
    expect(rings(one)).toEqual(['0: 1', '0: 1', '0: 1', '60: 3', '120: 1']);
    one.passes(8.1);
    openGroups(one, 1, 4);
    openGroups(one, 1, 0);
    // the other group’s service has paged this person within ten minutes already, in the bundle
    expect(rings(one).slice(5)).toEqual(['606: 1']);
  });

  it('is no page of a service of which one waits already, though an exception becomes free meanwhile', () => {
    const one = scenario({ services: 5 });
    for (const service of [0, 1, 2]) openGroups(one, 1, service);
    one.passes(9.5);
    // opens a wait, in which both exceptions are used up for half a minute
    openGroups(one, 2, 0);
    openGroups(one, 1, 3);
    one.passes(0.6);
    openGroups(one, 1, 3);
    openGroups(one, 1, 4);
    expect(rings(one).slice(3)).toEqual(['570: 1', '606: 1']);
    one.passes(0.4);
    expect(rings(one).slice(3)).toEqual(['570: 1', '606: 1', '630: 3']);
  });

  it('is a page whose group was raised from low to high', () => {
    const one = scenario();
    openGroups(one, 1);
    openGroups(one, 1, 0, 'warning');
    one.receives(alertmanager([alertOf(`Disk${names}`), alertOf(`More${names}`)], { key: `g${names}` }));
    expect(rings(one)).toEqual(['0: 1', '0: 1', '0: 1']);
  });

  it('is what a person asks for by hand, and a test', () => {
    const one = scenario();
    openGroups(one, 2);
    one.act('EscalateAlertGroup', {}, ana);
    expect(one.all('AttemptSent')).toHaveLength(2);
  });

  it('is never in one message with another urgency', () => {
    const one = scenario();
    openGroups(one, 2);
    openGroups(one, 2, 0, 'warning');
    one.passes(1);
    expect(rings(one)).toEqual(['0: 1', '0: 1', '60: 1', '60: 1']);
  });
});

describe('a wait', () => {
  it('ends early, when its person has acknowledged all that the last message named', () => {
    const one = scenario();
    openGroups(one, 12);
    one.passes(1);
    openGroups(one, 1);
    one.passes(1);
    for (const { id: groupId } of one.rows().slice(0, -1))
      one.world.run({ type: 'AcknowledgeAlertGroup', data: { groupId } }, { actor: as(ana) });
    one.passes(0);
    expect(rings(one)).toEqual(['0: 1', '60: 11', '120: 1']);
  });

  it('ends empty where all that waited was acknowledged or resolved: nothing is sent', () => {
    const one = scenario();
    openGroups(one, 3);
    for (const { id: groupId } of one.rows()) one.world.run({ type: 'AcknowledgeAlertGroup', data: { groupId } }, { actor: as(bo) });
    one.passes(2);
    expect(rings(one)).toEqual(['0: 1']);
    expect(one.all('BundleStarted')).toEqual([]);
    expect(one.idleTimers()).toEqual([]);
  });

  it('is not opened by a message that failed: with what waits behind it, it goes to the next method as one message', () => {
    const one = scenario({ contacts: { [ana]: contactsOfPerson(ana, ['webhook', 'email'], [['high', 0, 0]]) } });
    one.provider = ({ kind }) => (kind === 'webhook' ? null : { ok: true, state: 'sent', providerId: null });
    openGroups(one, 4);
    const [first] = one.all('AttemptStarted');
    one.provider = ({ kind }) => (kind === 'webhook' ? failedOutcome : { ok: true, state: 'sent', providerId: null });
    const { groupId, attemptId } = first!.data;
    one.world.run({ type: 'RecordAttempt', data: { groupId, attemptId, outcome: failedOutcome } }, { actor: bySystem });
    one.world.advance(0);
    expect(rings(one)).toEqual(['0: 4']);
    expect(one.idleTimers()).toEqual([]);
    one.passes(0.9);
    expect(rings(one)).toEqual(['0: 4']);
  });

  it('is not opened by a dead first method: the next page tries it, and goes on, without waiting for its retry', () => {
    const one = scenario({ contacts: { [ana]: contactsOfPerson(ana, ['webhook', 'email'], [['high', 0, 0]]) } });
    one.provider = ({ kind }) => (kind === 'webhook' ? failedOutcome : { ok: true, state: 'sent', providerId: null });
    openGroups(one, 1);
    expect(rings(one)).toEqual(['0: 1']);
    one.world.advance(1_000);
    openGroups(one, 1);
    expect(rings(one)).toEqual(['0: 1', '1: 1']);
    one.passes(2);
    expect(one.idleTimers()).toEqual([]);
  });

  it('is survived by what was claimed when a crash came: it is sent again, as one message', () => {
    const one = scenario();
    openGroups(one, 4);
    one.provider = () => null;
    one.passes(1);
    one.world.awayUntil(one.world.now);
    one.provider = () => ({ ok: true, state: 'sent', providerId: null });
    one.world.advance(0);
    expect(rings(one)).toEqual(['0: 1', '60: 3']);
  });

  it('of quiet messages lasts five minutes', () => {
    const one = scenario();
    openGroups(one, 6);
    one.passes(1);
    for (const { id: groupId } of one.rows()) {
      one.world.run({ type: 'ResolveAlertGroup', data: { groupId } }, { actor: as(bo) });
      one.world.advance(0);
    }
    expect(quietMessages(one)).toEqual(['60: 1']);
    one.passes(5);
    expect(quietMessages(one)).toEqual(['60: 1', '360: 5']);
  });
});

describe('a page that waits', () => {
  it('leaves its step the whole delay, from the first ring that names it', () => {
    const one = new Scenario({ steps: [pages([ana], { waitMinutes: 1 }), pages([bo], { waitMinutes: 60 })] });
    openGroups(one, 12);
    one.passes(1);
    openGroups(one, 1);
    one.passes(5);
    expect(one.row().paging).toEqual([ana]);
    one.passes(0.9);
    expect(one.row().paging).toEqual([ana]);
    one.passes(0.2);
    expect(one.row().paging).toContain(bo);
  });

  it('leaves its step the delay from when it is sent again by hand, and no more', () => {
    const one = new Scenario({ steps: [pages([ana]), pages([bo])] });
    openGroups(one, 2);
    expect(one.row().next).toMatchObject({ step: 2, dueAt: '2026-11-21T03:18:00.000Z' });
    one.passes(0.5);
    const { pageId, attempts } = one.ladder().pages[0]!;
    one.act('ResendMessage', { pageId, messageId: attempts[0]!.slot }, mia);
    expect(one.row().next).toMatchObject({ step: 2, dueAt: '2026-11-21T03:17:30.000Z' });
    one.passes(5);
    expect(one.row().paging).toContain(bo);
  });

  it('says until when, at the latest', () => {
    const one = scenario();
    openGroups(one, 2);
    const { attempts } = one.ladder().pages[0]!;
    expect(attempts[0]).toMatchObject({ state: 'queued', bundledUntil: '2026-11-21T03:13:00.000Z' });
    one.passes(1);
    expect(one.ladder().pages[0]!.attempts[0]).toMatchObject({ state: 'sent' });
  });
});

it('rings five times in ten minutes at most, however much falls due', () => {
  const one = scenario({ services: 40 });
  for (let minute = 0; minute < 20; minute += 1) {
    for (let service = 0; service < 40; service += 1) if (one.rows().length < 400) openGroups(one, 1, service);
    one.passes(1);
  }
  const at = rings(one).map((ring) => Number(ring.split(':')[0]));
  for (const from of at) expect(at.filter((one_) => one_ >= from && one_ < from + 600).length).toBeLessThanOrEqual(5);
  expect(one.all('AttemptStarted')).toHaveLength(400);
});
