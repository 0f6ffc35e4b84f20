import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import { duration } from '@tocsin/contracts/duration.js';
import { reenact } from '@tocsin/kernel/replay/reenact.js';
import { plus } from '@tocsin/kernel/time.js';
import { Harbour, ana, as, bo, pages, sam } from '../groups.fixture.js';
import { domain } from '../../registry.js';
import { alertOf, alertmanager, pagerduty } from '../../routing/signals.fixture.js';

/** One thread with this many alerts: they go into one group together. */
const thread = (harbour: Harbour, key: string, count: number, severity = 'critical'): void =>
  harbour.receives(
    alertmanager(
      Array.from({ length: count }, (_, n) => alertOf(`${key}${n}`, { severity: severity as 'critical' })),
      { key },
    ),
  );
const ends = (harbour: Harbour, key: string): void => harbour.receives(alertmanager([], { key, action: 'resolve' }));

const settle = (harbour: Harbour): void => {
  harbour.world.advance(0);
};

/** A storm of two groups or more: #51 has one thread; each further thread is too large for the group before it. */
const linked = (groups = 2, setting: ConstructorParameters<typeof Harbour>[0] = {}, severity = 'critical'): Harbour => {
  const harbour = new Harbour({ steps: [pages([ana]), pages([bo])], ...setting });
  for (let n = 0; n < 50; n += 1) harbour.receives(pagerduty(`k${n}`));
  for (let n = 0; n < 50; n += 1) harbour.act('ResolveAlertGroup', { groupId: harbour.rows()[n]!.id });
  // the wait that the first ring opened is over: from now on pages go out at once
  harbour.passes(1.1);
  for (let n = 0; n < groups; n += 1) thread(harbour, `t${n}-`, 1_001, severity);
  settle(harbour);
  harbour.news();
  return harbour;
};
const of = (harbour: Harbour, number: number) => harbour.rows().find((row) => row.number === number)!;
const act = (harbour: Harbour, number: number, type: string, data: object = {}, by = ana) =>
  harbour.act(type, { groupId: of(harbour, number).id, ...data }, by);
const factsOf = (harbour: Harbour, number: number): readonly RecordedFact[] => {
  const { id } = of(harbour, number);
  return harbour.world.events.filter((event): event is RecordedFact => event.stream === `alertGroup-${id}`);
};
const paged = (harbour: Harbour, number: number): readonly string[] =>
  factsOf(harbour, number).flatMap((event) => (event.type === 'PageStarted' && !event.data.quiet ? [event.data.personId] : []));
const told = (events: readonly RecordedFact[]): readonly string[] =>
  events.flatMap((event) => (event.type === 'PageStarted' && event.data.cause.kind === 'resolved' ? [event.data.personId] : []));

/** A re-enactment finds no difference, and nothing is missing. */
const isPlayedAgain = (harbour: Harbour): void => {
  const { differences: all, missing } = reenact(domain, harbour.world.events);
  // the fixture records the configuration without deciding it
  const differences = all.filter(({ stream }) => stream !== 'configuration');
  expect({ differences, missing }).toEqual({ differences: [], missing: [] });
};

describe('the groups of one storm', () => {
  it('are paged for once: further ones follow the first', () => {
    const harbour = linked(3);
    expect([51, 52, 53].map((number) => of(harbour, number).follows?.number)).toEqual([undefined, 51, 51]);
    harbour.passes(6);
    expect([51, 52, 53].map((number) => paged(harbour, number))).toEqual([[ana, bo], [], []]);
    isPlayedAgain(harbour);
  });

  it('are acknowledged together, whichever of them somebody acknowledges', () => {
    const harbour = linked(3);
    expect(act(harbour, 53, 'AcknowledgeAlertGroup').kind).toBe('done');
    const held = { status: 'acknowledged', holder: { kind: 'person', personId: ana } };
    expect([51, 52, 53].map((number) => of(harbour, number))).toMatchObject([held, held, held]);
    expect(factsOf(harbour, 51).map(({ type }) => type)).toContain('AlertGroupAcknowledged');
    act(harbour, 52, 'UnacknowledgeAlertGroup');
    expect([51, 52, 53].map((number) => of(harbour, number).status)).toEqual(['firing', 'firing', 'firing']);
    isPlayedAgain(harbour);
  });

  it('are snoozed together, and page once when that is over', () => {
    const harbour = linked();
    act(harbour, 52, 'SnoozeAlertGroup', { minutes: 60 });
    expect([51, 52].map((number) => of(harbour, number).snoozedUntil)).toEqual([
      of(harbour, 51).snoozedUntil,
      plus(harbour.world.now, duration.hour),
    ]);
    harbour.news();
    harbour.passes(60);
    expect(harbour.paged()).toEqual([ana]);
    expect([51, 52].map((number) => of(harbour, number).status)).toEqual(['firing', 'firing']);
  });

  it('are resolved together by a person, and reopened together', () => {
    const harbour = linked(3);
    harbour.passes(0.1);
    act(harbour, 52, 'ResolveAlertGroup', {}, bo);
    const by = { status: 'resolved', resolvedBy: { by: 'person', actorId: bo } };
    expect([51, 52, 53].map((number) => of(harbour, number))).toMatchObject([by, by, by]);
    expect(told(harbour.news())).toEqual([ana]);
    act(harbour, 53, 'ReopenAlertGroup', {}, bo);
    expect([51, 52, 53].map((number) => of(harbour, number).status)).toEqual(['firing', 'firing', 'firing']);
    expect([51, 52, 53].map((number) => of(harbour, number).follows?.number)).toEqual([undefined, 51, 51]);
    harbour.passes(1);
    expect(harbour.paged()).toEqual([ana]);
    isPlayedAgain(harbour);
  });

  it('go on at the step, round and due time of the one that ended, and ring nobody by that alone', () => {
    const harbour = linked(3);
    harbour.passes(2);
    const { next } = of(harbour, 51);
    harbour.news();
    ends(harbour, 't0-');
    expect(of(harbour, 51).status).toBe('resolved');
    expect([52, 53].map((number) => of(harbour, number).follows?.number)).toEqual([undefined, 52]);
    expect(of(harbour, 52).next).toEqual(next);
    const since = harbour.news();
    expect(since.filter(({ type }) => type === 'AttemptStarted')).toEqual([]);
    expect(told(since)).toEqual([]);
    harbour.passes(3.1);
    expect(harbour.paged()).toEqual([bo]);
    isPlayedAgain(harbour);
  });

  it('stay with whoever has them when the leading one ends, and nobody is told until the last ends', () => {
    const harbour = linked();
    act(harbour, 51, 'AcknowledgeAlertGroup', {}, bo);
    harbour.news();
    ends(harbour, 't0-');
    expect(of(harbour, 52)).toMatchObject({ status: 'acknowledged', holder: { personId: bo } });
    expect(told(harbour.news())).toEqual([]);
    harbour.passes(21);
    expect(harbour.all('HolderAsked')).toHaveLength(1);
    harbour.news();
    ends(harbour, 't1-');
    expect(told(harbour.news()).toSorted()).toEqual([ana, bo].toSorted());
    isPlayedAgain(harbour);
  });

  it('go on ringing by the rules that were still to come', () => {
    const slow = { contacts: { [ana]: [] as const } };
    const harbour = linked(2, slow);
    // Ana can’t be reached: Bo is called at once
    expect(paged(harbour, 51)).toEqual([bo]);
    ends(harbour, 't0-');
    expect(of(harbour, 52)).toMatchObject({ status: 'firing', paging: [bo] });
  });

  it('fire again by an alert of high urgency in any of them, once somebody has them', () => {
    const harbour = linked();
    harbour.passes(1);
    act(harbour, 51, 'AcknowledgeAlertGroup');
    harbour.news();
    thread(harbour, 'more', 3);
    expect(of(harbour, 52)).toMatchObject({ status: 'acknowledged', storm: { newSince: 3 } });
    expect(of(harbour, 51)).toMatchObject({ status: 'acknowledged', storm: { newSince: 3 } });
    harbour.passes(3.9);
    expect(of(harbour, 51).status).toBe('acknowledged');
    harbour.passes(0.2);
    expect([51, 52].map((number) => of(harbour, number).status)).toEqual(['firing', 'firing']);
    expect(harbour.paged()).toEqual([ana]);
    isPlayedAgain(harbour);
  });

  it('rise in urgency together', () => {
    const harbour = linked(2, {}, 'warning');
    expect(of(harbour, 51).urgency).toBe('low');
    harbour.passes(1);
    harbour.news();
    thread(harbour, 'worse', 2);
    expect([51, 52].map((number) => of(harbour, number).urgency)).toEqual(['high', 'high']);
    expect(paged(harbour, 52)).toEqual([]);
    expect(harbour.paged()).toEqual([ana]);
  });

  it('end together where senders end them at one instant: whoever was paged is told once', () => {
    const harbour = linked();
    harbour.news();
    harbour.receivesAtOnce([alertmanager([], { key: 't0-', action: 'resolve' }), alertmanager([], { key: 't1-', action: 'resolve' })]);
    expect([51, 52].map((number) => of(harbour, number).status)).toEqual(['resolved', 'resolved']);
    expect(told(harbour.news())).toEqual([ana]);
    isPlayedAgain(harbour);
  });

  it('follow the one that leads when one of them is reopened by its sender', () => {
    const harbour = linked();
    ends(harbour, 't0-');
    harbour.passes(1);
    harbour.news();
    harbour.receives(alertmanager([alertOf('t0-0', { startsAt: harbour.world.now })], { key: 't0-' }));
    expect(of(harbour, 51)).toMatchObject({ status: 'firing', follows: { number: 52 } });
    expect(harbour.paged()).toEqual([]);
    isPlayedAgain(harbour);
  });

  it('are acted on by those only who may', () => {
    const harbour = linked();
    expect(harbour.refusal(act(harbour, 52, 'AcknowledgeAlertGroup', {}, sam))).toBe('permission.denied');
    expect(harbour.act('AcknowledgeAlertGroup', { groupId: of(harbour, 52).id }, as(bo)).kind).toBe('done');
  });

  it('have no timer that comes to nothing', () => {
    const harbour = linked(3);
    act(harbour, 52, 'AcknowledgeAlertGroup');
    ends(harbour, 't0-');
    expect(harbour.idleTimers()).toEqual([]);
  });
});
