import { serviceId } from '../routing/signals.fixture.js';
import { ana, as, bo, Scenario, mia, ola, pages, contactsOfPerson, sam, zoe, type Setting } from './groups.fixture.js';

const pageByHand = (data: object, setting: Setting = {}, by = ana): Scenario => {
  const scenario = new Scenario(setting);
  const outcome = scenario.world.run(
    { type: 'PageSomeone', data: { title: 'The till is down', urgency: 'high', serviceId: null, personIds: [], ...data } },
    { actor: as(by) },
  );
  if (outcome.kind !== 'done') throw new Error(JSON.stringify(outcome));
  scenario.world.advance(0);
  return scenario;
};
const sendTest = (wholePolicy: boolean, setting: Setting = {}, by = ana): Scenario => {
  const scenario = new Scenario(setting);
  scenario.world.run({ type: 'SendTestAlert', data: { serviceId, wholePolicy } }, { actor: as(by) });
  scenario.world.advance(0);
  return scenario;
};
const causes = (scenario: Scenario) => scenario.all('PageStarted').map(({ data }) => [data.personId, data.cause.kind]);

describe('paging by hand', () => {
  it('pages the persons, once each, because a person asked', () => {
    const scenario = pageByHand({ personIds: [bo, sam] });
    expect(causes(scenario)).toEqual([
      [bo, 'person'],
      [sam, 'person'],
    ]);
    expect(scenario.row()).toMatchObject({ number: 1, title: 'The till is down', status: 'firing', serviceId: null });
  });

  it('is refused under the id of an alert group that is there, or was just asked for: it would page nobody', () => {
    const groupId = '01900000-0000-7000-8000-00000000aaaa';
    const data = { title: 'Again', urgency: 'high', serviceId: null, personIds: [sam], groupId };
    const scenario = pageByHand({ personIds: [bo], groupId });
    expect(scenario.world.run({ type: 'PageSomeone', data }, { actor: as(ana) })).toMatchObject({
      kind: 'refused',
      refused: { code: 'alert_group.id_taken', path: 'groupId' },
    });
    const test = { serviceId, wholePolicy: false, groupId };
    expect(scenario.world.run({ type: 'SendTestAlert', data: test }, { actor: as(ana) })).toMatchObject({ kind: 'refused' });
    // for an id that a signal’s group has, the server reports it as taken
    const ofSignal = { ...data, groupId: '01900000-0000-7000-8000-00000000bbbb', isTaken: true };
    expect(scenario.world.run({ type: 'PageSomeone', data: ofSignal }, { actor: as(ana) })).toMatchObject({ kind: 'refused' });
    expect(causes(scenario)).toEqual([[bo, 'person']]);
  });

  it('still rings the second person after the first has taken it', () => {
    const scenario = pageByHand({ personIds: [bo, sam] });
    scenario.act('AcknowledgeAlertGroup', {}, bo);
    expect(scenario.row().paging).toEqual([sam]);
  });

  it('goes on until somebody has it: again by every method, then the owners', () => {
    const scenario = pageByHand({ personIds: [bo] });
    scenario.passes(5);
    expect(causes(scenario).at(-1)).toEqual([bo, 'escalation']);
    scenario.passes(15);
    expect(causes(scenario).at(-1)).toEqual([ola, 'exhausted']);
  });

  it('runs the policy of a service, and rings nobody of it twice', () => {
    const scenario = pageByHand({ personIds: [ana, sam], serviceId });
    expect(causes(scenario)).toEqual([
      [ana, 'person'],
      [sam, 'person'],
    ]);
    scenario.passes(5);
    expect(causes(scenario).at(-1)).toEqual([bo, 'escalation']);
  });

  it('of low urgency rings by the low rules, and leaves it at that', () => {
    const scenario = pageByHand({ personIds: [bo], urgency: 'low' });
    scenario.passes(24 * 60);
    expect(scenario.all('PageStarted').map(({ data }) => [data.personId, data.urgency])).toEqual([[bo, 'low']]);
  });

  it('says loudly that it reached nobody, and goes to the owners', () => {
    const scenario = pageByHand({ personIds: [bo] }, { contacts: { [bo]: contactsOfPerson(bo, []) } });
    expect(scenario.all('EscalationStepTaken')[0]!.data).toMatchObject({ empty: true });
    expect(causes(scenario)).toEqual([[ola, 'exhausted']]);
  });

  it('can be called off by who asked for it', () => {
    const scenario = pageByHand({ personIds: [bo] }, {}, sam);
    expect(scenario.act('ResolveAlertGroup', {}, sam).kind).toBe('done');
  });

  it.each([
    ['a service that is not there', { serviceId: ana }, 'service.not_found'],
    ['a person who is not there', { personIds: [serviceId] }, 'person.not_found'],
  ])('refuses %s', (_, data, code) => expect(() => pageByHand(data)).toThrow(code));

  it('refuses a disabled person', () => {
    const scenario = new Scenario();
    scenario.knows({ type: 'PersonDisabled', data: { personId: bo } });
    const data = { title: 'x', urgency: 'high', serviceId: null, personIds: [ana, bo] };
    expect(scenario.world.run({ type: 'PageSomeone', data }, { actor: as(ana) })).toMatchObject({
      refused: { code: 'person.not_active', path: 'personIds.1' },
    });
  });
});

describe('adding a responder', () => {
  const open = (): Scenario => pageByHand({ personIds: [bo] });

  it('pages them although it is acknowledged', () => {
    const scenario = open();
    scenario.act('AcknowledgeAlertGroup', {}, bo);
    scenario.act('AddResponder', { personId: sam }, bo);
    expect(causes(scenario).at(-1)).toEqual([sam, 'person']);
  });

  it('does nothing when they are being rung', () => {
    expect(open().act('AddResponder', { personId: bo })).toMatchObject({ kind: 'nothing', says: { outcome: 'continued' } });
  });

  it('says that they can’t be reached', () => {
    const scenario = pageByHand({ personIds: [bo] }, { contacts: { [sam]: contactsOfPerson(sam, ['?email']) } });
    expect(scenario.act('AddResponder', { personId: sam })).toMatchObject({
      refused: { code: 'person.not_reachable', params: { reason: 'delivery.no_method' } },
    });
  });
});

describe('a test alert', () => {
  it('pages only who pressed, and ends by itself after ten minutes', () => {
    const scenario = sendTest(false);
    scenario.passes(9.9);
    expect(causes(scenario).map(([personId]) => personId)).toEqual([ana]);
    expect(scenario.row()).toMatchObject({ test: true, status: 'firing' });
    scenario.passes(0.1);
    expect(scenario.row()).toMatchObject({ status: 'resolved', resolvedBy: { by: 'timer' } });
    scenario.news();
    scenario.passes(24 * 60);
    expect(scenario.types()).toEqual([]);
  });

  it('ends ten minutes after it was reopened by hand, not at once', () => {
    const scenario = sendTest(false);
    scenario.passes(10);
    expect(scenario.row().status).toBe('resolved');
    scenario.passes(30);
    scenario.act('ReopenAlertGroup', { iHaveIt: true });
    scenario.passes(9);
    expect(scenario.row()).toMatchObject({ status: 'acknowledged', opening: 2 });
    scenario.passes(1);
    expect(scenario.row()).toMatchObject({ status: 'resolved', resolvedBy: { by: 'timer' } });
  });

  it('wakes nobody else when the presser can’t be reached, or their page fails', () => {
    const unreachableTest = sendTest(false, { contacts: { [ana]: contactsOfPerson(ana, []) } });
    const failingScenario = new Scenario();
    failingScenario.provider = () => ({ ok: false, reason: 'delivery.provider_rejected', detail: '', retry: false });
    failingScenario.world.run({ type: 'SendTestAlert', data: { serviceId, wholePolicy: false } }, { actor: as(ana) });
    for (const scenario of [unreachableTest, failingScenario]) {
      scenario.passes(30);
      expect(causes(scenario).filter(([personId]) => personId !== ana)).toEqual([]);
    }
  });

  it('runs the whole policy when that is ticked, but calls no manager or owner', () => {
    const scenario = sendTest(true, { steps: [pages([bo], { waitMinutes: 1 }), pages([sam], { waitMinutes: 1 })], repeats: 0 });
    scenario.passes(10);
    expect([...new Set(causes(scenario).map(([personId]) => personId))]).toEqual([bo, sam]);
    expect(causes(scenario).flat()).not.toContain(mia);
  });

  it('asks nobody whether they are still on it, and tells nobody that it is over', () => {
    const scenario = sendTest(false, { service: { ackTimeoutMinutes: 3 } });
    scenario.act('AcknowledgeAlertGroup');
    scenario.passes(20);
    expect(causes(scenario)).toHaveLength(1);
  });

  it('is an observer’s to press for themselves, not for others', () => {
    expect(causes(sendTest(false, {}, zoe))).toEqual([[zoe, 'escalation']]);
    const scenario = new Scenario();
    expect(scenario.world.run({ type: 'SendTestAlert', data: { serviceId, wholePolicy: true } }, { actor: as(zoe) })).toMatchObject({
      refused: { code: 'permission.denied' },
    });
  });
});
