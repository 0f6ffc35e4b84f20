import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { contextOf } from '@tocsin/kernel/decide/given.js';
import { reenact } from '@tocsin/kernel/replay/reenact.js';
import { domain } from '../../../registry.js';
import { generic } from '../../routing/signals.fixture.js';
import { bySystem } from '../../../configuration.fixture.js';
import { alertGroupDecider } from '../decider.js';
import { groupReads } from '../shared/reads.js';
import { ana, as, bo, contactsOfPerson, mia, pages, rio, sam, Scenario, serviceOf } from '../groups.fixture.js';

/** Three groups on three services, each paged once. */
const three = (): Scenario => {
  const scenario = new Scenario({ services: 3, steps: [pages([ana]), pages([sam])] });
  for (const [n, key] of ['a', 'b', 'c'].entries()) scenario.receives({ ...generic(key, 'trigger'), serviceId: serviceOf(n) });
  return scenario;
};
const idsOf = (scenario: Scenario): readonly string[] => scenario.rows().map(({ id }) => id);
const link = (scenario: Scenario, n: number, to = 0, by = ana) =>
  scenario.act('LinkAlertGroup', { groupId: idsOf(scenario)[n], toGroupId: idsOf(scenario)[to] }, by);
const unlink = (scenario: Scenario, n: number) => scenario.act('UnlinkAlertGroup', { groupId: idsOf(scenario)[n] });
const leadersOf = (scenario: Scenario) =>
  scenario.rows().map(({ number, follows }) => `#${number}${follows ? ` follows #${follows.number}` : ''}`);
const linked = (): Scenario => {
  const scenario = three();
  link(scenario, 1);
  link(scenario, 2);
  scenario.news();
  return scenario;
};

describe('linked groups', () => {
  it('are one thing to page for: the lowest number leads, whichever was linked to which', () => {
    const scenario = three();
    link(scenario, 0, 2);
    link(scenario, 1, 2);
    expect(leadersOf(scenario)).toEqual(['#1', '#2 follows #1', '#3 follows #1']);
    scenario.news();
    scenario.passes(6);
    expect(scenario.paged()).toEqual([sam]);
  });

  it('ring nobody for a follower whom the leading one pages; others of its service once', () => {
    const scenario = three();
    link(scenario, 1);
    const cancelled = scenario.all('PageCancelled').map(({ data: { groupId, reason } }) => [groupId, reason]);
    expect(cancelled).toEqual([[idsOf(scenario)[1], 'delivery.follows']]);
  });

  it('are acknowledged, snoozed and resolved as one by an act on any of them', () => {
    const scenario = linked();
    scenario.act('AcknowledgeAlertGroup', { groupId: idsOf(scenario)[2] });
    expect(scenario.rows().map(({ status }) => status)).toEqual(['acknowledged', 'acknowledged', 'acknowledged']);
    scenario.act('ResolveAlertGroup', { groupId: idsOf(scenario)[1] });
    expect(scenario.rows().map(({ status }) => status)).toEqual(['resolved', 'resolved', 'resolved']);
  });

  it('that a person resolves stop ringing, and say that it is over to all whose phone had rung', () => {
    const scenario = new Scenario({
      services: 2,
      steps: [pages([ana])],
      contacts: {
        [sam]: contactsOfPerson(
          sam,
          ['email'],
          [
            ['high', 0, 0],
            ['high', 0, 30],
          ],
        ),
      },
    });
    scenario.receives(generic('a', 'trigger'));
    scenario.receives({ ...generic('b', 'trigger'), serviceId: serviceOf(1) });
    scenario.act('AddResponder', { personId: sam }, mia);
    link(scenario, 1);
    scenario.act('ResolveAlertGroup', { groupId: idsOf(scenario)[0] }, mia);
    const [, follower] = idsOf(scenario);
    const over = scenario.all('PageStarted').filter(({ data }) => data.cause.kind === 'resolved');
    expect(over.map(({ data: { groupId, personId } }) => [groupId, personId])).toContainEqual([follower, sam]);
    expect(scenario.all('PageCancelled').map(({ data: { groupId, personId, reason } }) => [groupId, personId, reason])).toContainEqual([
      follower,
      sam,
      'delivery.cancelled_by_resolve',
    ]);
    scenario.news();
    scenario.passes(60);
    expect(scenario.types()).not.toContain('AttemptStarted');
  });

  const overMessages = (scenario: Scenario): readonly (readonly [string, string])[] =>
    scenario.all('PageStarted').flatMap(({ data }) => (data.cause.kind === 'resolved' ? [[data.personId, data.groupId] as const] : []));

  it('say once that it is over, to whoever was paged for several of them', () => {
    const scenario = linked();
    const [leader, , follower] = idsOf(scenario);
    scenario.act('ResolveAlertGroup', { groupId: follower }, mia);
    expect(overMessages(scenario)).toEqual([[ana, leader]]);
    // reopened together, they say so once more, at their next end
    scenario.act('ReopenAlertGroup', { groupId: leader }, mia);
    scenario.passes(2);
    scenario.act('ResolveAlertGroup', { groupId: leader }, mia);
    scenario.passes(120);
    expect(overMessages(scenario)).toEqual([
      [ana, leader],
      [ana, leader],
    ]);
    expect(reenact(domain, scenario.world.events).differences.filter(({ stream }) => stream !== 'configuration')).toEqual([]);
  });

  it('of which one ended before say at the last end that it is over to whoever was paged for that one alone', () => {
    const scenario = new Scenario({ services: 2, steps: [pages([ana])] });
    scenario.receives(generic('a', 'trigger'));
    scenario.receives({ ...generic('b', 'trigger'), serviceId: serviceOf(1) });
    const [leader, follower] = idsOf(scenario);
    scenario.act('AddResponder', { groupId: follower, personId: sam }, mia);
    scenario.passes(1);
    link(scenario, 1);
    scenario.receives({ ...generic('b', 'resolve'), serviceId: serviceOf(1) });
    expect(overMessages(scenario)).toEqual([]);
    // the pages of what ended leave memory
    scenario.passes(2);
    scenario.receives(generic('a', 'resolve'));
    expect(overMessages(scenario).toSorted()).toEqual([ana, sam].toSorted().map((personId) => [personId, leader]));
  });

  /** Two groups for ana; sam was paged for the second alone, which its sender ends. */
  const endedWithSam = (services = 3): Scenario => {
    const scenario = new Scenario({ services, steps: [pages([ana])] });
    for (const [n, key] of ['a', 'b'].entries()) scenario.receives({ ...generic(key, 'trigger'), serviceId: serviceOf(n) });
    scenario.act('AddResponder', { groupId: idsOf(scenario)[1], personId: sam }, mia);
    scenario.passes(1);
    link(scenario, 1);
    ends(scenario, 1);
    scenario.passes(2);
    return scenario;
  };
  const ends = (scenario: Scenario, n: number) => scenario.receives({ ...generic('abc'[n]!, 'resolve'), serviceId: serviceOf(n) });
  const toldOf = (scenario: Scenario): readonly string[] => overMessages(scenario).map(([personId]) => personId);

  it('tell whoever was paged for one that ended, also where the one that ends last opened after that', () => {
    const scenario = endedWithSam();
    scenario.receives({ ...generic('c', 'trigger'), serviceId: serviceOf(2) });
    link(scenario, 2);
    ends(scenario, 0);
    expect(toldOf(scenario)).toEqual([]);
    ends(scenario, 2);
    expect(toldOf(scenario).toSorted()).toEqual([ana, sam].toSorted());
  });

  it('tell once of each end of all, whichever fires again after the first', () => {
    for (const n of [0, 1]) {
      const scenario = three();
      link(scenario, 1);
      ends(scenario, 0);
      ends(scenario, 1);
      expect(toldOf(scenario)).toEqual([ana]);
      scenario.passes(1);
      scenario.receives({ ...generic('ab'[n]!, 'trigger'), serviceId: serviceOf(n) });
      scenario.passes(1);
      ends(scenario, n);
      scenario.passes(1);
      expect(toldOf(scenario)).toEqual([ana, ana]);
    }
  });

  it('tell whoever was paged for one that ended, also where a person takes the other or that one out', () => {
    for (const n of [0, 1]) {
      const scenario = endedWithSam();
      unlink(scenario, n);
      ends(scenario, 0);
      scenario.passes(1);
      expect(toldOf(scenario).filter((personId) => personId === sam)).toEqual([sam]);
      expect(toldOf(scenario)).toContain(ana);
    }
  });

  it('ring nobody for a follower once somebody has the leading one, though the follower has not heard of it', () => {
    const scenario = new Scenario({
      services: 2,
      steps: [pages([ana])],
      contacts: { [sam]: contactsOfPerson(sam, ['email'], [['high', 0, 5]]) },
    });
    scenario.receives(generic('a', 'trigger'));
    scenario.receives({ ...generic('b', 'trigger'), serviceId: serviceOf(1) });
    scenario.act('AddResponder', { personId: sam }, mia);
    link(scenario, 1);
    const [first, follower] = idsOf(scenario);
    const { pageId, slot, dueAt } = scenario.all('AttemptPlanned').findLast(({ data }) => data.groupId === follower)!.data;
    const unaware = scenario.world.state(alertGroupDecider, follower!);
    scenario.act('AcknowledgeAlertGroup', { groupId: first });
    const reads = groupReads(scenario.world.memory);
    const context = { ...contextOf({ actor: bySystem, now: dueAt }), reads };
    expect(alertGroupDecider.decide.StartAttempt({ groupId: follower!, pageId, slot, dueAt }, unaware, context)).toMatchObject([
      { type: 'PageCancelled', data: { groupId: follower, pageId, reason: 'delivery.follows' } },
    ]);
  });

  it('go on with the next one when the leading one ends, and nobody is rung by that', () => {
    const scenario = linked();
    const rings = scenario.all('AttemptStarted').length;
    scenario.receives(generic('a', 'resolve'));
    expect(leadersOf(scenario)).toEqual(['#1', '#2', '#3 follows #2']);
    expect(scenario.all('AttemptStarted')).toHaveLength(rings);
    scenario.news();
    scenario.passes(6);
    expect(scenario.paged()).toEqual([sam]);
  });

  it('page for news of any of them by the leading one', () => {
    const scenario = linked();
    scenario.act('AcknowledgeAlertGroup');
    scenario.news();
    scenario.receives({ ...generic('c', 'trigger', { fingerprint: 'c2', name: 'another' }), serviceId: serviceOf(2) });
    const started = scenario.all('EscalationStarted').map(({ data }) => data.groupId);
    expect(started.slice(3).every((groupId) => groupId === idsOf(scenario)[0])).toBe(true);
  });

  it('let whoever was paged for one of them act on all', () => {
    const scenario = new Scenario({ services: 2, steps: [pages([rio])] });
    scenario.receives(generic('a', 'trigger'));
    scenario.receives({ ...generic('b', 'trigger'), serviceId: serviceOf(1) });
    link(scenario, 1, 0, mia);
    const [first] = idsOf(scenario);
    expect(scenario.refusal(scenario.act('AcknowledgeAlertGroup', { groupId: first }, as(rio)))).toBeNull();
  });
});

it('is decided again as it was', () => {
  const scenario = linked();
  scenario.act('AcknowledgeAlertGroup');
  scenario.receives(generic('a', 'resolve'));
  unlink(scenario, 2);
  scenario.passes(10);
  const { differences } = reenact(domain, scenario.world.events);
  expect(differences.filter(({ stream }) => stream !== 'configuration')).toEqual([]);
});

it('is decided again as it was where the first of the set is over when another one is linked', () => {
  const scenario = three();
  link(scenario, 1);
  scenario.receives(generic('a', 'resolve'));
  expect(link(scenario, 2, 1).kind).toBe('done');
  expect(leadersOf(scenario)).toEqual(['#1', '#2', '#3 follows #2']);
  const { differences } = reenact(domain, scenario.world.events);
  expect(differences.filter(({ stream }) => stream !== 'configuration')).toEqual([]);
});

describe('unlinking', () => {
  it('makes a follower page for itself, from its first step', () => {
    const scenario = linked();
    unlink(scenario, 2);
    expect(leadersOf(scenario)).toEqual(['#1', '#2 follows #1', '#3']);
    expect(scenario.all('EscalationStarted').at(-1)!.data).toMatchObject({ groupId: idsOf(scenario)[2], because: 'unlinked' });
  });

  it('is refused of the one that leads, and what is left alone is linked with nothing', () => {
    const scenario = linked();
    expect(scenario.refusal(unlink(scenario, 0))).toBe('alert_group.leads_others');
    unlink(scenario, 1);
    unlink(scenario, 2);
    expect(scenario.rows().map((row) => row.linked)).toEqual([undefined, undefined, undefined]);
  });
});

describe('linking', () => {
  it('is refused of more than can be linked', () => {
    const scenario = new Scenario({ services: alertGroupLimits.linkedTogether + 1, steps: [pages([ana])] });
    for (let n = 0; n <= alertGroupLimits.linkedTogether; n += 1)
      scenario.receives({ ...generic(`a${n}`, 'trigger'), serviceId: serviceOf(n) });
    for (let n = 1; n < alertGroupLimits.linkedTogether; n += 1) expect(link(scenario, n).kind).toBe('done');
    expect(scenario.refusal(link(scenario, alertGroupLimits.linkedTogether))).toBe('limit.linked_groups');
  });

  it('is refused of what is over, of itself, of a stranger, and twice with others', () => {
    const scenario = three();
    expect(scenario.refusal(link(scenario, 1, 1))).toBe('alert_group.cannot_be_linked');
    expect(scenario.refusal(link(scenario, 1, 0, rio))).toBe('permission.denied');
    link(scenario, 1);
    expect(link(scenario, 1).kind).toBe('nothing');
    expect(scenario.refusal(link(scenario, 1, 2))).toBe('alert_group.linked_already');
    scenario.receives(generic('c', 'resolve'));
    expect(scenario.refusal(link(scenario, 2, 0, bo))).toBe('alert_group.already_resolved');
  });
});

describe('a critical group that is linked to an older one', () => {
  /** `#1` is older; `#2` is critical, and fires. */
  const withOlder = (severity: 'warning' | 'critical', minutes = 0): Scenario => {
    const scenario = new Scenario({ services: 2, steps: [pages([ana]), pages([sam])], repeats: 0, noManager: true });
    const older = generic('a', 'trigger', { severity, severityWord: severity });
    scenario.receives(older);
    scenario.passes(minutes);
    scenario.receives({ ...generic('b', 'trigger'), serviceId: serviceOf(1) });
    scenario.news();
    return scenario;
  };
  const pagesOn = (scenario: Scenario): readonly string[] => {
    scenario.passes(40);
    return scenario.paged();
  };

  it('of low urgency raises that, which pages for both from its first step', () => {
    for (const [n, to] of [
      [1, 0],
      [0, 1],
    ] as const) {
      const scenario = withOlder('warning');
      link(scenario, n, to);
      expect(leadersOf(scenario)).toEqual(['#1', '#2 follows #1']);
      expect(scenario.rows()[0]).toMatchObject({ urgency: 'high' });
      expect(scenario.all('PageCancelled').filter(({ data }) => data.reason === 'delivery.follows')).toEqual([]);
      expect(pagesOn(scenario)).toEqual(expect.arrayContaining([ana, sam]));
    }
  });

  it('goes on where that resolves, whatever it had reached', () => {
    const scenario = withOlder('warning');
    link(scenario, 1);
    scenario.receives(generic('a', 'resolve'));
    expect(pagesOn(scenario)).toContain(sam);
  });

  it('which has paged everybody makes it page anew, and a stale one, too', () => {
    for (const minutes of [25, 26 * 60]) {
      const scenario = withOlder('critical', minutes);
      link(scenario, 1);
      expect(scenario.all('EscalationStarted').at(-1)!.data).toMatchObject({ groupId: idsOf(scenario)[0], because: 'news' });
      expect(pagesOn(scenario)).toEqual(expect.arrayContaining([ana, sam]));
    }
  });

  it('of low urgency that somebody has returns to them; one of the same urgency rings nobody', () => {
    for (const [severity, planned] of [
      ['warning', 1],
      ['critical', 0],
    ] as const) {
      const scenario = withOlder(severity);
      scenario.act('AcknowledgeAlertGroup', { groupId: idsOf(scenario)[0] });
      link(scenario, 1);
      expect(scenario.all('StormReturnPlanned')).toHaveLength(planned);
    }
  });

  it('pages for later news, where nothing more was planned', () => {
    const scenario = withOlder('warning');
    scenario.receives({ ...generic('b', 'resolve'), serviceId: serviceOf(1) });
    scenario.receives({ ...generic('c', 'trigger', { severity: 'warning', severityWord: 'warning' }), serviceId: serviceOf(1) });
    scenario.act('LinkAlertGroup', { groupId: idsOf(scenario)[2], toGroupId: idsOf(scenario)[0] });
    scenario.passes(30);
    const more = { severity: 'warning' as const, severityWord: 'warning', fingerprint: 'c2', name: 'another' };
    scenario.receives({ ...generic('c', 'trigger', more), serviceId: serviceOf(1) });
    expect(scenario.all('EscalationStarted').at(-1)!.data).toMatchObject({ groupId: idsOf(scenario)[0], because: 'news' });
  });
});
