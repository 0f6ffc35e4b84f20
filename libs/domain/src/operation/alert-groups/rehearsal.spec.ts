import { alertmanager, alertOf, resolvedAlert } from '../routing/signals.fixture.js';
import { timersOfGroup } from './timers.js';
import {
  ana,
  bo,
  contactsOfPerson,
  mia,
  pages,
  policyId,
  Scenario,
  serviceOf,
  teamId,
  toPolicySteps,
  type Setting,
} from './groups.fixture.js';

const rehearsing = serviceOf(1);

/** A live service, and one beside it that rehearses, with the same policy. */
const besideLive = (setting: Setting = {}): Scenario => {
  const scenario = new Scenario({ steps: [pages([ana]), pages([bo])], ...setting });
  const settings = {
    description: '',
    runbook: null,
    policyId,
    urgencyRule: 'by_severity',
    ackTimeoutMinutes: null,
    reopenWindowMinutes: null,
  };
  scenario.knows({
    type: 'ServiceCreated',
    data: { teamId, serviceId: rehearsing, name: 'Moved in', ...settings, urgencyRule: 'by_severity', rehearses: true },
  });
  return scenario;
};
const fires = (scenario: Scenario, name: string, serviceId = rehearsing): void =>
  scenario.receives({ ...alertmanager([alertOf(name)], { key: name }), serviceId });
const goesLive = (scenario: Scenario): void => scenario.knows({ type: 'ServiceWentLive', data: { teamId, serviceId: rehearsing } });
/** State and reason of the attempts to a person for the newest group. */
const attempts = (scenario: Scenario, personId = ana) =>
  scenario
    .ladder()
    .pages.filter((page) => page.personId === personId)
    .flatMap((page) => page.attempts.map(({ state, reason }) => [state, reason]));
const unsent = ['cancelled', 'delivery.rehearsing'];

describe('a service that rehearses', () => {
  it('sends nothing to anybody, and escalates when it would have', () => {
    const scenario = besideLive();
    fires(scenario, 'Disk');
    expect(scenario.row()).toMatchObject({ rehearses: true, status: 'firing', next: { round: 1, step: 2 } });
    expect(attempts(scenario)).toEqual([unsent]);
    scenario.passes(5);
    expect(attempts(scenario, bo)).toEqual([unsent]);
    scenario.passes(240);
    expect(attempts(scenario, mia)).toContainEqual(unsent);
    expect(scenario.all('AttemptStarted')).toEqual([]);
    expect(scenario.all('PageFailed')).toEqual([]);
    expect(scenario.idleTimers()).toEqual([]);
  });

  it('takes the rules of its people one after the other, as if each message had been sent', () => {
    const contacts = {
      [ana]: contactsOfPerson(
        ana,
        ['email', 'webhook'],
        [
          ['high', 0, 0],
          ['high', 1, 3],
        ],
      ),
    };
    const scenario = besideLive({ contacts, steps: [pages([ana], { waitMinutes: 30 })] });
    fires(scenario, 'Disk');
    expect(attempts(scenario)).toEqual([unsent, ['queued', null]]);
    scenario.passes(3);
    expect(attempts(scenario)).toEqual([unsent, unsent]);
  });

  it('tells nobody of the end of what they were never paged for', () => {
    const scenario = besideLive();
    fires(scenario, 'Disk');
    scenario.news();
    scenario.receives({ ...alertmanager([resolvedAlert('Disk')], { key: 'Disk', action: 'resolve' }), serviceId: rehearsing });
    scenario.passes(10);
    expect(scenario.row().status).toBe('resolved');
    expect(scenario.all('PageStarted').filter(({ data }) => data.quiet)).toEqual([]);
  });

  it('pages whoever agreed to it, and counts for no wait of a real page', () => {
    const scenario = besideLive();
    scenario.knows({ type: 'RehearsalPagesAllowed', data: { personId: ana } });
    fires(scenario, 'Disk');
    expect(attempts(scenario)).toEqual([['sent', null]]);
    expect(scenario.all('AttemptStarted')[0]!.data).not.toHaveProperty('ring');
    fires(scenario, 'Fan', serviceOf(0));
    expect(attempts(scenario)).toEqual([['sent', null]]);
    expect(scenario.all('AttemptWaits')).toEqual([]);
    scenario.knows({ type: 'RehearsalPagesDeclined', data: { personId: ana } });
    fires(scenario, 'Door');
    expect(attempts(scenario)).toEqual([unsent]);
  });
});

describe('what a rehearsal does not count in', () => {
  const withBudget = (): Scenario => {
    const contacts = { [ana]: contactsOfPerson(ana, ['webhook'], [['high', 0, 0]]) };
    const scenario = besideLive({ contacts, steps: [pages([ana], { waitMinutes: 60 })] });
    const policy = { name: 'Primary', steps: toPolicySteps([pages([ana], { waitMinutes: 60 })]), repeats: 0, climbLow: false };
    scenario.knows({ type: 'PolicyChanged', data: { teamId, policyId, version: 2, ...policy, nightBudget: 1 } });
    scenario.knows({ type: 'RehearsalPagesAllowed', data: { personId: ana } });
    return scenario;
  };

  it('is the night budget of its policy, also where somebody agreed to be paged', () => {
    const scenario = withBudget();
    fires(scenario, 'Disk');
    expect(attempts(scenario)).toEqual([['sent', null]]);
    expect(scenario.all('NightPageCounted')).toEqual([]);
    goesLive(scenario);
    fires(scenario, 'Fan');
    expect(scenario.all('NightPageCounted')).toHaveLength(1);
  });
});

describe('a live service beside one that rehearses', () => {
  it('rings before the messages of the rehearsal to who agreed to them', () => {
    const scenario = besideLive({ contacts: { [ana]: contactsOfPerson(ana, ['webhook'], [['high', 0, 2]]) } });
    scenario.knows({ type: 'RehearsalPagesAllowed', data: { personId: ana } });
    const rankOfAttempt = (): number =>
      timersOfGroup(scenario.group(), 1).find(({ command }) => command.type === 'StartAttempt')!.rank ?? 0;
    fires(scenario, 'Disk');
    const rehearsed = rankOfAttempt();
    fires(scenario, 'Fan', serviceOf(0));
    expect(rankOfAttempt()).toBeLessThan(rehearsed);
  });

  it('pages as it would alone, when both are due in one instant', () => {
    const scenario = besideLive();
    scenario.receivesAtOnce([
      { ...alertmanager([alertOf('Disk')], { key: 'Disk' }), serviceId: rehearsing },
      { ...alertmanager([alertOf('Fan')], { key: 'Fan' }), serviceId: serviceOf(0) },
    ]);
    expect(scenario.all('AttemptStarted').map(({ data }) => data.ring?.serviceId)).toEqual([serviceOf(0)]);
    expect(scenario.all('AttemptWaits')).toEqual([]);
    expect(scenario.all('AttemptStarted')[0]!.data.ring).not.toHaveProperty('bundled');
  });

  it('waits for no other message after fifty of the rehearsal', () => {
    const scenario = besideLive();
    for (let n = 0; n < 50; n += 1) fires(scenario, `Disk ${n}`);
    fires(scenario, 'Fan', serviceOf(0));
    expect(attempts(scenario)).toEqual([['sent', null]]);
  });

  it('keeps its turn of a round-robin step', () => {
    const scenario = besideLive({ steps: [pages([ana, bo], { oneInTurn: true })] });
    fires(scenario, 'Disk');
    fires(scenario, 'Door');
    scenario.news();
    fires(scenario, 'Fan', serviceOf(0));
    expect(scenario.paged()).toEqual([ana]);
  });

  it('can’t be linked with it: one page would stand for both', () => {
    const scenario = besideLive();
    fires(scenario, 'Disk');
    const toGroupId = scenario.row().id;
    fires(scenario, 'Fan', serviceOf(0));
    expect(scenario.refusal(scenario.act('LinkAlertGroup', { toGroupId }))).toBe('alert_group.cannot_be_linked');
  });

  it('is not muted by what fires there', () => {
    const matching = (value: string) => [{ label: 'alertname', operator: '=~' as const, value }];
    const rule = { ruleId: serviceOf(7), teamId, name: 'Down', source: matching('Disk'), target: matching('Fan.*'), equal: [], isOn: true };
    const scenario = besideLive();
    scenario.knows({ type: 'InhibitionRuleSaved', data: rule });
    fires(scenario, 'Disk');
    fires(scenario, 'Fan', serviceOf(0));
    expect(scenario.row().status).toBe('firing');
    fires(scenario, 'Fan there');
    expect(scenario.row().status).toBe('suppressed');
  });
});

describe('going live', () => {
  it('pages for what opens from then on, and from the next step of what is open', () => {
    const scenario = besideLive();
    fires(scenario, 'Disk');
    goesLive(scenario);
    scenario.passes(5);
    expect(attempts(scenario)).toEqual([unsent]);
    expect(attempts(scenario, bo)).toEqual([['sent', null]]);
    fires(scenario, 'Door');
    expect(scenario.row()).not.toHaveProperty('rehearses');
    scenario.passes(60);
    expect(attempts(scenario)).toContainEqual(['sent', null]);
  });

  it('pages a person again whom the rehearsal only counted', () => {
    const scenario = besideLive({ steps: [pages([ana]), pages([ana])] });
    fires(scenario, 'Disk');
    goesLive(scenario);
    scenario.passes(5);
    expect(attempts(scenario)).toContainEqual(['sent', null]);
  });

  /** Ana’s message is only counted; Bo’s is due after the service went live, and fails. */
  const failsLive = (severity: 'critical' | 'warning'): Scenario => {
    const urgency = severity === 'critical' ? 'high' : 'low';
    const contacts = { [bo]: contactsOfPerson(bo, ['webhook'], [[urgency, 0, 2]]) };
    const scenario = besideLive({ steps: [pages([ana, bo], { waitMinutes: 30 }), pages([mia])], contacts });
    scenario.provider = ({ personId }) =>
      personId === bo
        ? { ok: false, reason: 'delivery.provider_rejected', detail: '', retry: false }
        : { ok: true, state: 'sent', providerId: null };
    scenario.receives({ ...alertmanager([alertOf('Disk', { severity })], { key: 'Disk' }), serviceId: rehearsing });
    expect(attempts(scenario)).toEqual([unsent]);
    goesLive(scenario);
    scenario.passes(3);
    return scenario;
  };

  it('takes the next step at once when a page fails, although the rehearsal counted another', () => {
    const scenario = failsLive('critical');
    expect(scenario.all('PageFailed')).toHaveLength(1);
    expect(attempts(scenario, mia)).toEqual([['sent', null]]);
  });

  it('does so for low urgency, too, which climbs no further by itself', () => {
    const scenario = failsLive('warning');
    expect(scenario.all('PageFailed')).toHaveLength(1);
    expect(attempts(scenario, mia)).toEqual([['sent', null]]);
  });
});
