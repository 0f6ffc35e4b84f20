import type { PolicyTarget } from '@tocsin/contracts/policies/noun.js';
import type { ListedCallRow } from '@tocsin/contracts/alert-groups/webhook-calls.js';
import { reenact } from '@tocsin/kernel/replay/reenact.js';
import { idOf } from '../../../configuration.fixture.js';
import { forecast } from '../../../observers/drills/forecast.js';
import { domainReads } from '../../../domain-reads.js';
import { domain } from '../../../registry.js';
import { alertmanager, alertOf, resolvedAlert, serviceId } from '../../routing/signals.fixture.js';
import { ana, bo, Scenario, mia, ola, pages, type Setting } from '../groups.fixture.js';
import { imaginedGroups } from '../shared/what-if.js';
import type { EscalationStep } from './rules.js';

const subscriptionId = idOf('5ab');
const webhook: PolicyTarget = { kind: 'webhook', subscriptionId };
const callStep = (personIds: readonly string[] = [], more: Partial<EscalationStep> = {}): EscalationStep => {
  const step = pages(personIds, more);
  return { ...step, targets: [...step.targets, webhook] };
};
const rejectedOutcome = { ok: false, reason: 'delivery.provider_rejected', detail: 'Answered 503.', retry: true } as const;

const scenarioWith = (setting: Setting): Scenario => {
  const scenario = new Scenario(setting);
  const address = { host: 'https://t.example.org', addressRef: 'a', secretRef: 's' };
  scenario.act('CreateEventSubscription', { subscriptionId, teamId: null, name: 'Restarter', kinds: [], ...address }, ola);
  return scenario;
};
const fireAlert = (scenario: Scenario, severity: 'critical' | 'warning' = 'critical'): void =>
  scenario.receives(alertmanager([alertOf('Disk', { severity })]));
const calls = (scenario: Scenario): readonly ListedCallRow[] => [...scenario.world.rows<ListedCallRow>('webhookCalls').all()];
const states = (scenario: Scenario) => calls(scenario).map(({ state, attempts }) => `${state} ${attempts}`);
/** Re-enactment finds no difference, and no timer is left whose command would have no effect. */
const isSound = (scenario: Scenario): void => {
  expect(reenact(domain, scenario.world.events).differences.filter(({ stream }) => stream !== 'configuration')).toEqual([]);
  expect(scenario.idleTimers()).toEqual([]);
};

describe('escalate now', () => {
  it('goes on behind a step that calls webhooks alone, to one that pages people', () => {
    const scenario = scenarioWith({ steps: [pages([ana]), callStep([], { waitMinutes: 30 }), pages([bo])] });
    fireAlert(scenario);
    scenario.act('EscalateAlertGroup', {}, ana);
    expect(scenario.paged()).toEqual([ana, bo]);
    expect(states(scenario)).toEqual(['succeeded 1']);
    isSound(scenario);
  });
});

describe('a step that names a webhook beside people', () => {
  it('calls it in the decision that pages them, and the next step waits for nothing of it', () => {
    const scenario = scenarioWith({ steps: [callStep([ana]), pages([bo])] });
    scenario.webhook = () => rejectedOutcome;
    fireAlert(scenario);
    const [taken, plan] = [scenario.all('EscalationStepTaken')[0]!, scenario.all('WebhookCallPlanned')[0]!];
    expect(plan.meta.commandId).toBe(taken.meta.commandId);
    expect(taken.data.targets[1]).toEqual({ target: webhook, callId: plan.data.callId, persons: [] });
    scenario.passes(5);
    expect(scenario.paged()).toEqual([ana, bo]);
    expect(states(scenario)).toEqual(['failed 4']);
    isSound(scenario);
  });

  it('is empty where none of them can be reached: whoever is missing is not replaced by a program', () => {
    const scenario = scenarioWith({ steps: [callStep([ana]), pages([bo])], contacts: { [ana]: [] } });
    fireAlert(scenario);
    expect(scenario.paged()).toEqual([bo]);
    expect(states(scenario)).toEqual(['succeeded 1']);
  });

  it('is called once, also where somebody leaves and the step is taken again for whoever takes their place', () => {
    const scenario = scenarioWith({ steps: [callStep([ana, bo])] });
    fireAlert(scenario);
    scenario.knows({ type: 'PersonDisabled', data: { personId: ana, standsIn: [] } });
    scenario.passes(1);
    expect(scenario.all('EscalationStepTaken').length).toBeGreaterThan(1);
    expect(states(scenario)).toEqual(['succeeded 1']);
    isSound(scenario);
  });
});

describe('a step that names webhooks alone', () => {
  it('reaches nobody, and leaves the program its delay', () => {
    const scenario = scenarioWith({ steps: [callStep(), pages([ana])] });
    fireAlert(scenario);
    expect(scenario.all('EscalationStepTaken')[0]!.data).toMatchObject({ step: 1, empty: true });
    scenario.passes(4);
    expect(scenario.paged()).toEqual([]);
    scenario.passes(1);
    expect(scenario.paged()).toEqual([ana]);
    isSound(scenario);
  });

  it('is skipped at once where none of them can be called', () => {
    const scenario = scenarioWith({ steps: [callStep(), pages([ana])] });
    scenario.act('DisableEventSubscription', { subscriptionId }, ola);
    fireAlert(scenario);
    expect(scenario.paged()).toEqual([ana]);
    expect(calls(scenario)).toMatchObject([{ state: 'cancelled', attempts: 0, reason: 'delivery.webhook_switched_off' }]);
    isSound(scenario);
  });

  it('never ends the climb: managers are called where a round reached nobody, and it is exhausted as ever', () => {
    const scenario = scenarioWith({ steps: [callStep()], repeats: 0 });
    fireAlert(scenario);
    scenario.passes(4.9);
    expect(scenario.paged()).toEqual([]);
    scenario.passes(0.1);
    expect(scenario.paged()).toEqual([mia]);
    expect(scenario.all('EscalationExhausted')).toHaveLength(1);
    scenario.passes(31);
    expect(states(scenario)).toEqual(['succeeded 1', 'succeeded 1']);
    isSound(scenario);
  });

  it('has its delay in every round, also as the last step, before managers are called', () => {
    const scenario = scenarioWith({ steps: [pages([ana]), callStep([], { waitMinutes: 10 })], repeats: 1, contacts: { [ana]: [] } });
    fireAlert(scenario);
    scenario.passes(9.9);
    expect(scenario.paged()).toEqual([]);
    scenario.passes(0.1);
    expect(scenario.paged()).toEqual([mia]);
    expect(states(scenario)).toEqual(['succeeded 1', 'succeeded 1']);
    expect(scenario.all('EscalationExhausted')).toHaveLength(0);
    scenario.passes(10);
    expect(scenario.all('EscalationExhausted')).toHaveLength(1);
    isSound(scenario);
  });

  it('has it with low urgency too, and none where its conditions are not met', () => {
    const low = scenarioWith({ steps: [callStep()] });
    fireAlert(low, 'warning');
    low.passes(4.9);
    expect(low.paged()).toEqual([]);
    low.passes(0.1);
    expect(low.paged()).toEqual([mia]);
    isSound(low);
    const skipped = scenarioWith({ steps: [callStep([], { conditions: { urgency: 'low' } })] });
    fireAlert(skipped);
    expect(skipped.paged()).toEqual([mia]);
  });

  it('does not end low urgency: the step behind it is the first that reaches somebody', () => {
    const scenario = scenarioWith({ steps: [callStep(), pages([ana]), pages([bo])] });
    fireAlert(scenario, 'warning');
    scenario.passes(30);
    expect(scenario.paged()).toEqual([ana]);
    expect(scenario.all('EscalationStopped')).toHaveLength(1);
  });

  it('is nobody to escalate to', () => {
    const scenario = scenarioWith({ steps: [callStep()] });
    fireAlert(scenario);
    expect(scenario.refusal(scenario.act('EscalateAlertGroup'))).toBe('alert_group.nobody_to_escalate_to');
  });
});

describe('a call', () => {
  it('is not made once somebody acknowledged, nor once the sender resolved', () => {
    const scenario = scenarioWith({ steps: [callStep([ana])] });
    scenario.webhook = () => rejectedOutcome;
    fireAlert(scenario);
    scenario.act('AcknowledgeAlertGroup');
    scenario.passes(1);
    expect(calls(scenario)).toMatchObject([{ state: 'cancelled', attempts: 1, reason: 'delivery.cancelled_by_acknowledge' }]);
    scenario.act('EscalateAlertGroup');
    scenario.receives(alertmanager([resolvedAlert('Disk')], { action: 'resolve' }));
    scenario.passes(1);
    expect(calls(scenario)[1]).toMatchObject({ state: 'cancelled', reason: 'delivery.cancelled_by_resolve' });
    isSound(scenario);
  });

  it('of which nothing is heard is made again, by the next reactor at once, three times at most', () => {
    const scenario = scenarioWith({ steps: [callStep([ana], { waitMinutes: 60 })] });
    scenario.webhook = () => null;
    fireAlert(scenario);
    scenario.world.awayUntil('2026-11-21T03:12:05.000Z');
    scenario.world.advance(0);
    expect(scenario.all('WebhookCallStarted').map(({ data }) => [data.attempt, data.epoch])).toEqual([
      [1, 1],
      [2, 2],
    ]);
    scenario.passes(20);
    expect(scenario.all('WebhookCallWentStale').map(({ data }) => data.again)).toEqual([true, true, true, false]);
    expect(calls(scenario)).toMatchObject([{ state: 'failed', attempts: 4, reason: 'delivery.outcome_unknown' }]);
    isSound(scenario);
  });

  it('that waits to be made again gives way to the next one of the same webhook', () => {
    const scenario = scenarioWith({ steps: [callStep([ana]), callStep([bo])] });
    scenario.webhook = () => rejectedOutcome;
    fireAlert(scenario);
    scenario.act('EscalateAlertGroup');
    expect(calls(scenario)).toMatchObject([
      { step: 1, state: 'cancelled', reason: 'delivery.superseded' },
      { step: 2, state: 'waiting' },
    ]);
    isSound(scenario);
  });

  it('is repeated when the receiver asks, but not later than a page would be', () => {
    const scenario = scenarioWith({ steps: [callStep([ana])] });
    scenario.webhook = () => ({ ...rejectedOutcome, retryAfter: 3_600_000 });
    fireAlert(scenario);
    const [failed] = scenario.all('WebhookCallFailed');
    expect(Date.parse(failed!.data.retryAt!) - Date.parse(failed!.meta.at)).toBe(300_000);
  });
});

describe('what is tried out', () => {
  it('in a drill lists the call as taken, and calls nothing', () => {
    const scenario = scenarioWith({ steps: [callStep([ana])] });
    const before = scenario.world.events.length;
    const request = { serviceId, at: scenario.world.now, severity: 'critical' as const, labels: {} };
    const { ladder, first } = forecast(domain, domainReads(scenario.world.memory), request)!;
    expect(ladder.calls![0]).toMatchObject({ subscriptionId, state: 'succeeded', step: 1 });
    expect(first).toMatchObject({ personId: ana });
    expect(scenario.world.events).toHaveLength(before);
  });

  it('in history lived once more gives each call the answer that it had, and takes the others as taken', () => {
    const scenario = scenarioWith({ steps: [callStep([ana])] });
    fireAlert(scenario);
    const [started] = scenario.all('WebhookCallStarted');
    const { groupId, callId, attempt } = started!.data;
    const { answers } = imaginedGroups;
    expect(answers.types).toContain(started!.type);
    expect(answers.key(started!, undefined)).toBe(`${groupId}|webhook ${subscriptionId}`);
    const recordCommand = { type: 'RecordWebhookCall', data: { groupId, callId: idOf('ca'), attempt: 9, outcome: rejectedOutcome } };
    expect(answers.command(started!, recordCommand, 0).data).toEqual({ groupId, callId, attempt, outcome: rejectedOutcome });
    expect(answers.successCommand(started!).data).toEqual({ groupId, callId, attempt, outcome: { ok: true } });
  });
});
