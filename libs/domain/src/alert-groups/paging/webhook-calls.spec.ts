import type { PolicyTarget } from '@tocsin/contracts/policies.js';
import type { ListedCallRow } from '@tocsin/contracts/webhook-calls.js';
import { reenact } from '@tocsin/kernel/replay/reenact.js';
import { idOf } from '../../configuration.fixture.js';
import { forecast } from '../../drills/forecast.js';
import { eventReads } from '../../event-subscriptions/reads.js';
import { domain } from '../../registry.js';
import { alertmanager, alertOf, over, serviceId } from '../../routing/signals.fixture.js';
import { ana, bo, Harbour, mia, ola, pages, type Setting } from '../groups.fixture.js';
import { imaginedGroups } from '../shared/what-if.js';
import type { ClimbedStep } from './rules.js';

const subscriptionId = idOf('5ab');
const webhook: PolicyTarget = { kind: 'webhook', subscriptionId };
const calling = (personIds: readonly string[] = [], more: Partial<ClimbedStep> = {}): ClimbedStep => {
  const step = pages(personIds, more);
  return { ...step, targets: [...step.targets, webhook] };
};
const rejected = { ok: false, reason: 'delivery.provider_rejected', detail: 'Answered 503.', retry: true } as const;

const harbourWith = (setting: Setting): Harbour => {
  const harbour = new Harbour(setting);
  const address = { host: 'https://t.example.org', addressRef: 'a', secretRef: 's' };
  harbour.act('CreateEventSubscription', { subscriptionId, teamId: null, name: 'Restarter', kinds: [], ...address }, ola);
  return harbour;
};
const fires = (harbour: Harbour, severity: 'critical' | 'warning' = 'critical'): void =>
  harbour.receives(alertmanager([alertOf('Disk', { severity })]));
const calls = (harbour: Harbour): readonly ListedCallRow[] => [...harbour.world.rows<ListedCallRow>('webhookCalls').all()];
const states = (harbour: Harbour) => calls(harbour).map(({ state, attempts }) => `${state} ${attempts}`);
/** A re-enactment finds no difference, and no timer is left whose command would do nothing. */
const isSound = (harbour: Harbour): void => {
  expect(reenact(domain, harbour.world.events).differences.filter(({ stream }) => stream !== 'configuration')).toEqual([]);
  expect(harbour.idleTimers()).toEqual([]);
};

describe('escalate now', () => {
  it('goes on behind a step that calls webhooks alone, to one that pages people', () => {
    const harbour = harbourWith({ steps: [pages([ana]), calling([], { waitMinutes: 30 }), pages([bo])] });
    fires(harbour);
    harbour.act('EscalateAlertGroup', {}, ana);
    expect(harbour.paged()).toEqual([ana, bo]);
    expect(states(harbour)).toEqual(['succeeded 1']);
    isSound(harbour);
  });
});

describe('a step that names a webhook beside people', () => {
  it('calls it in the decision that pages them, and the next step waits for nothing of it', () => {
    const harbour = harbourWith({ steps: [calling([ana]), pages([bo])] });
    harbour.webhook = () => rejected;
    fires(harbour);
    const [taken, plan] = [harbour.all('EscalationStepTaken')[0]!, harbour.all('WebhookCallPlanned')[0]!];
    expect(plan.meta.commandId).toBe(taken.meta.commandId);
    expect(taken.data.targets[1]).toEqual({ target: webhook, callId: plan.data.callId, persons: [] });
    harbour.passes(5);
    expect(harbour.paged()).toEqual([ana, bo]);
    expect(states(harbour)).toEqual(['failed 4']);
    isSound(harbour);
  });

  it('is empty where none of them can be reached: whoever is missing is not replaced by a program', () => {
    const harbour = harbourWith({ steps: [calling([ana]), pages([bo])], contacts: { [ana]: [] } });
    fires(harbour);
    expect(harbour.paged()).toEqual([bo]);
    expect(states(harbour)).toEqual(['succeeded 1']);
  });

  it('is called once, also where somebody leaves and the step is taken again for whoever takes their place', () => {
    const harbour = harbourWith({ steps: [calling([ana, bo])] });
    fires(harbour);
    harbour.knows({ type: 'PersonDisabled', data: { personId: ana, holds: [], paged: [harbour.row().id], standsIn: [] } });
    harbour.passes(1);
    expect(harbour.all('EscalationStepTaken').length).toBeGreaterThan(1);
    expect(states(harbour)).toEqual(['succeeded 1']);
    isSound(harbour);
  });
});

describe('a step that names webhooks alone', () => {
  it('reaches nobody, and leaves the program its delay', () => {
    const harbour = harbourWith({ steps: [calling(), pages([ana])] });
    fires(harbour);
    expect(harbour.all('EscalationStepTaken')[0]!.data).toMatchObject({ step: 1, empty: true });
    harbour.passes(4);
    expect(harbour.paged()).toEqual([]);
    harbour.passes(1);
    expect(harbour.paged()).toEqual([ana]);
    isSound(harbour);
  });

  it('is skipped at once where none of them can be called', () => {
    const harbour = harbourWith({ steps: [calling(), pages([ana])] });
    harbour.act('DisableEventSubscription', { subscriptionId }, ola);
    fires(harbour);
    expect(harbour.paged()).toEqual([ana]);
    expect(calls(harbour)).toMatchObject([{ state: 'cancelled', attempts: 0, reason: 'delivery.webhook_switched_off' }]);
    isSound(harbour);
  });

  it('never ends the climb: managers are called where a round reached nobody, and it is exhausted as ever', () => {
    const harbour = harbourWith({ steps: [calling()], repeats: 0 });
    fires(harbour);
    expect(harbour.paged()).toEqual([mia]);
    harbour.passes(5);
    expect(harbour.all('EscalationExhausted')).toHaveLength(1);
    harbour.passes(31);
    expect(states(harbour)).toEqual(['succeeded 1', 'succeeded 1']);
    isSound(harbour);
  });

  it('does not end low urgency: the step behind it is the first that reaches somebody', () => {
    const harbour = harbourWith({ steps: [calling(), pages([ana]), pages([bo])] });
    fires(harbour, 'warning');
    harbour.passes(30);
    expect(harbour.paged()).toEqual([ana]);
    expect(harbour.all('EscalationStopped')).toHaveLength(1);
  });

  it('is nobody to escalate to', () => {
    const harbour = harbourWith({ steps: [calling()] });
    fires(harbour);
    expect(harbour.refusal(harbour.act('EscalateAlertGroup'))).toBe('alert_group.nobody_to_escalate_to');
  });
});

describe('a call', () => {
  it('is not made once somebody acknowledged, nor once the sender resolved', () => {
    const harbour = harbourWith({ steps: [calling([ana])] });
    harbour.webhook = () => rejected;
    fires(harbour);
    harbour.act('AcknowledgeAlertGroup');
    harbour.passes(1);
    expect(calls(harbour)).toMatchObject([{ state: 'cancelled', attempts: 1, reason: 'delivery.cancelled_by_acknowledge' }]);
    harbour.act('EscalateAlertGroup');
    harbour.receives(alertmanager([over('Disk')], { action: 'resolve' }));
    harbour.passes(1);
    expect(calls(harbour)[1]).toMatchObject({ state: 'cancelled', reason: 'delivery.cancelled_by_resolve' });
    isSound(harbour);
  });

  it('of which nothing is heard is made again, by the next reactor at once, three times at most', () => {
    const harbour = harbourWith({ steps: [calling([ana], { waitMinutes: 60 })] });
    harbour.webhook = () => null;
    fires(harbour);
    harbour.world.awayUntil('2026-11-21T03:12:05.000Z');
    harbour.world.advance(0);
    expect(harbour.all('WebhookCallStarted').map(({ data }) => [data.attempt, data.epoch])).toEqual([
      [1, 1],
      [2, 2],
    ]);
    harbour.passes(20);
    expect(harbour.all('WebhookCallWentStale').map(({ data }) => data.again)).toEqual([true, true, true, false]);
    expect(calls(harbour)).toMatchObject([{ state: 'failed', attempts: 4, reason: 'delivery.outcome_unknown' }]);
    isSound(harbour);
  });

  it('that waits to be made again gives way to the next one of the same webhook', () => {
    const harbour = harbourWith({ steps: [calling([ana]), calling([bo])] });
    harbour.webhook = () => rejected;
    fires(harbour);
    harbour.act('EscalateAlertGroup');
    expect(calls(harbour)).toMatchObject([
      { step: 1, state: 'cancelled', reason: 'delivery.superseded' },
      { step: 2, state: 'waiting' },
    ]);
    isSound(harbour);
  });

  it('is repeated when the receiver asks, but not later than a page would be', () => {
    const harbour = harbourWith({ steps: [calling([ana])] });
    harbour.webhook = () => ({ ...rejected, retryAfter: 3_600_000 });
    fires(harbour);
    const [failed] = harbour.all('WebhookCallFailed');
    expect(Date.parse(failed!.data.retryAt!) - Date.parse(failed!.meta.at)).toBe(300_000);
  });
});

describe('what is tried out', () => {
  it('in a drill lists the call as taken, and calls nothing', () => {
    const harbour = harbourWith({ steps: [calling([ana])] });
    const before = harbour.world.events.length;
    const request = { serviceId, at: harbour.world.now, severity: 'critical' as const, labels: {} };
    const { ladder, first } = forecast(domain, eventReads(harbour.world.memory), request)!;
    expect(ladder.calls![0]).toMatchObject({ subscriptionId, state: 'succeeded', step: 1 });
    expect(first).toMatchObject({ personId: ana });
    expect(harbour.world.events).toHaveLength(before);
  });

  it('in history lived once more gives each call the answer that it had, and takes the others as taken', () => {
    const harbour = harbourWith({ steps: [calling([ana])] });
    fires(harbour);
    const [started] = harbour.all('WebhookCallStarted');
    const { groupId, callId, attempt } = started!.data;
    const { answers } = imaginedGroups;
    expect(answers.types).toContain(started!.type);
    expect(answers.key(started!, undefined)).toBe(`${groupId}|webhook ${subscriptionId}`);
    const recorded = { type: 'RecordWebhookCall', data: { groupId, callId: idOf('ca'), attempt: 9, outcome: rejected } };
    expect(answers.command(started!, recorded, 0).data).toEqual({ groupId, callId, attempt, outcome: rejected });
    expect(answers.otherwise(started!).data).toEqual({ groupId, callId, attempt, outcome: { ok: true } });
  });
});
