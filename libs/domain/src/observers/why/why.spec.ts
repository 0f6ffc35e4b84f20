import type { WhyGroup } from '@tocsin/contracts/why/why.js';
import { ana, bo, Scenario, pages, contactsOfPerson, zoe, type Setting } from '../../operation/alert-groups/groups.fixture.js';
import { alertmanager, alertOf } from '../../operation/routing/signals.fixture.js';
import { domainReads } from '../../domain-reads.js';
import { canPage } from './can-page.js';
import { GroupWhy } from './why.js';

const openScenario = (setting: Setting = {}): Scenario => {
  const scenario = new Scenario(setting);
  scenario.receives(alertmanager([alertOf('Disk', { severity: 'critical' })]));
  return scenario;
};
/** From the log as of that instant. */
const whyOf = (scenario: Scenario, personId: string, at = scenario.world.now): WhyGroup => {
  const whyReader = new GroupWhy(personId);
  for (const event of scenario.world.events) if (event.stream.startsWith('alertGroup-') && event.meta.at <= at) whyReader.take(event);
  return whyReader.answer!;
};
/** The verdict, its reason, and the event that it names. */
const saysOf = (scenario: Scenario, personId: string, at?: string) => {
  const { verdict, reason, ordinal } = whyOf(scenario, personId, at);
  return [verdict, reason, scenario.world.events.find((event) => event.ordinal === ordinal)?.type];
};
const failingOutcome = { ok: false, reason: 'delivery.provider_rejected', detail: '', retry: false } as const;

describe('why somebody was paged, or was not', () => {
  it('names the attempt that a provider took', () => {
    expect(saysOf(openScenario(), ana)).toEqual(['paged', null, 'AttemptSent']);
  });

  it('shows the way from the opening to the provider’s answer, and nothing about others’ pages', () => {
    const scenario = openScenario();
    scenario.passes(6);
    expect(whyOf(scenario, ana).events.map(({ type }) => type)).toEqual([
      'AlertGroupOpened',
      'EscalationStarted',
      'PageStarted',
      'AttemptPlanned',
      'EscalationStepTaken',
      'AttemptStarted',
      'AttemptSent',
      'EscalationStepTaken',
    ]);
  });

  it('waits for a rule that is due later', () => {
    const scenario = openScenario({ contacts: { [ana]: contactsOfPerson(ana, ['email'], [['high', 0, 3]]) } });
    expect(whyOf(scenario, ana)).toMatchObject({ verdict: 'waiting', dueAt: '2026-11-21T03:15:00.000Z' });
  });

  it('was cancelled by whoever was faster', () => {
    const scenario = openScenario({ steps: [pages([ana, bo])], contacts: { [ana]: contactsOfPerson(ana, ['email'], [['high', 0, 3]]) } });
    scenario.act('AcknowledgeAlertGroup', {}, bo);
    expect(saysOf(scenario, ana)).toEqual(['cancelled', 'delivery.cancelled_by_acknowledge', 'PageCancelled']);
  });

  it('was tried, and not delivered', () => {
    const scenario = new Scenario({ steps: [pages([ana]), pages([bo])] });
    scenario.provider = () => failingOutcome;
    scenario.receives(alertmanager([alertOf('Disk', { severity: 'critical' })]));
    expect(saysOf(scenario, ana)[0]).toBe('not_delivered');
  });

  it('could not be reached by any method', () => {
    expect(saysOf(openScenario({ contacts: { [ana]: contactsOfPerson(ana, ['?email']) } }), ana)).toEqual([
      'not_reachable',
      'delivery.no_method',
      'EscalationStepTaken',
    ]);
  });

  it('had not been due: the next step had not been taken by then, whatever came later', () => {
    const scenario = openScenario();
    const thenTime = scenario.world.now;
    scenario.passes(6);
    expect([saysOf(scenario, bo, thenTime), saysOf(scenario, bo)]).toEqual([
      ['step_pending', null, 'EscalationStepPlanned'],
      ['paged', null, 'AttemptSent'],
    ]);
    expect(whyOf(scenario, bo, thenTime)).toMatchObject({ dueAt: '2026-11-21T03:17:00.000Z', status: 'firing' });
    expect(whyOf(scenario, bo, thenTime).events.at(-1)!.type).toBe('EscalationStepPlanned');
  });

  it('was stopped before a step named them', () => {
    const scenario = openScenario();
    scenario.act('AcknowledgeAlertGroup', {}, ana);
    expect(saysOf(scenario, bo)).toEqual(['stopped', null, 'AlertGroupAcknowledged']);
    scenario.act('UnacknowledgeAlertGroup', {}, ana);
    expect(saysOf(scenario, bo)[0]).toBe('step_pending');
  });

  it('was told quietly alone', () => {
    const scenario = openScenario();
    scenario.act('AcknowledgeAlertGroup', {}, bo);
    scenario.receives(
      alertmanager([alertOf('Disk', { severity: 'critical' }), alertOf('Disk', { severity: 'critical', labels: { n: '2' } })]),
    );
    scenario.passes(6);
    expect(['told', 'stopped']).toContain(saysOf(scenario, bo)[0]);
  });

  it('was never named', () => {
    const scenario = openScenario({ steps: [pages([ana])], noManager: true });
    const whyReader = new GroupWhy(zoe, (policy) => canPage(policy, zoe, domainReads(scenario.world.memory)));
    for (const event of scenario.world.events) if (event.stream.startsWith('alertGroup-')) whyReader.take(event);
    expect(whyReader.answer).toMatchObject({ verdict: 'not_named', reason: null, dueAt: null });
    expect(whyReader.policy).not.toBeNull();
  });

  it('keeps the last 100 events, and how it began', () => {
    const scenario = openScenario({ steps: [pages([ana])] });
    scenario.passes(24 * 60);
    const { events, left } = whyOf(scenario, ana);
    expect([events.length, events[0]!.type, left > 0]).toEqual([100, 'AlertGroupOpened', true]);
  });

  it('tells of the last opening alone', () => {
    const scenario = openScenario({ steps: [pages([ana])] });
    scenario.act('ResolveAlertGroup', {}, ana);
    scenario.act('ReopenAlertGroup', { iHaveIt: true }, bo);
    expect(saysOf(scenario, ana)[0]).not.toBe('paged');
    expect(whyOf(scenario, ana).events[0]!.type).toBe('AlertGroupOpened');
  });
});

describe('whom a policy could page', () => {
  it('is whoever stands in a step of the version that the group follows', () => {
    const scenario = openScenario();
    const reads = {
      policies: scenario.world.rows('policies'),
      schedules: scenario.world.rows('schedules'),
      teams: scenario.world.rows('teams'),
    };
    const policy = scenario.all('AlertGroupOpened')[0]!.data.policy!;
    expect([ana, bo, zoe].map((personId) => canPage(policy, personId, reads as never))).toEqual([true, true, false]);
  });
});
