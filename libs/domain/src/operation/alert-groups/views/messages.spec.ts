import { slowDelivery, type MessageRow } from '@tocsin/contracts/alert-groups/messages.js';
import { alertmanager, alertOf } from '../../routing/signals.fixture.js';
import { ana, bo, Scenario, methodOf, pages, contactsOfPerson } from '../groups.fixture.js';
import type { AttemptOutcome } from '../paging/attempts.js';

const rejectedOutcome: AttemptOutcome = { ok: false, reason: 'delivery.provider_unreachable', detail: 'Answered 503.', retry: true };
const sentOutcome: AttemptOutcome = { ok: true, state: 'sent', providerId: null };

const messages = (scenario: Scenario): readonly MessageRow[] => [...scenario.world.rows<MessageRow>('messages').all()];
const attemptsOf = ({ attempts }: Pick<MessageRow, 'attempts'>) =>
  attempts.map(({ kind, state, because }) => `${kind} ${state} ${because}`);

/** Ana’s mail is rejected, her push is accepted, and no one answers: Bo is paged; then it is resolved. */
const playScenario = (): Scenario => {
  const contacts = {
    [ana]: contactsOfPerson(ana, ['email', 'push'], [['high', 0, 0]]),
    [bo]: contactsOfPerson(bo, ['push'], [['high', 0, 0]]),
  };
  const scenario = new Scenario({ steps: [pages([ana]), pages([bo])], contacts });
  scenario.provider = ({ kind }) => (kind === 'email' ? rejectedOutcome : sentOutcome);
  scenario.receives(alertmanager([alertOf('Disk')]));
  scenario.passes(6);
  scenario.act('ResolveAlertGroup');
  return scenario;
};

describe('the message log', () => {
  it('has a row for each page, with every attempt, whom it was for, and why', () => {
    const [first, second, ...quiet] = messages(playScenario());
    expect(first).toMatchObject({ personId: ana, quiet: false, cause: { kind: 'escalation', step: 1 }, urgency: 'high' });
    expect(attemptsOf(first!)).toEqual([
      'email failed rule',
      'email failed retry',
      'push sent next_method',
      'email failed retry',
      'email failed retry',
    ]);
    expect(first!.attempts[0]).toMatchObject({
      contactMethodId: methodOf(ana, 0),
      reason: 'delivery.provider_unreachable',
      detail: 'Answered 503.',
    });
    expect(second).toMatchObject({ personId: bo, cause: { kind: 'escalation', step: 2 } });
    expect(quiet.map(({ personId, quiet: isQuiet, cause }) => [personId, isQuiet, cause.kind])).toEqual([[bo, true, 'resolved']]);
  });

  describe('names why a later rule was not used', () => {
    /** Ana’s mail is sent at once, her push is due two minutes later. */
    const waitingScenario = (): Scenario => {
      const contacts = { [ana]: contactsOfPerson(ana, ['email', 'push'], [['high', 0, 0], ['high', 1, 2]]) }; // prettier-ignore
      const scenario = new Scenario({ steps: [pages([ana, bo])], contacts });
      scenario.receives(alertmanager([alertOf('Disk')]));
      return scenario;
    };
    const laterRuleOf = (scenario: Scenario) => {
      const row = messages(scenario).find(({ personId, quiet }) => personId === ana && !quiet)!;
      const { state, reason } = row.attempts.find(({ kind }) => kind === 'push')!;
      return { attempt: [state, reason], page: [row.state, row.answeredBecause ?? null] };
    };

    it.each([
      ['AcknowledgeAlertGroup', {}, 'delivery.cancelled_by_acknowledge', 'acknowledged'],
      ['SnoozeAlertGroup', { minutes: 30 }, 'delivery.cancelled_by_snooze', 'snoozed'],
      ['ResolveAlertGroup', {}, 'delivery.cancelled_by_resolve', 'resolved'],
    ] as const)('%s by the person themselves', (type, data, reason, because) => {
      const scenario = waitingScenario();
      scenario.act(type, data, ana);
      expect(laterRuleOf(scenario)).toEqual({ attempt: ['cancelled', reason], page: ['answered', because] });
    });

    it.each([
      ['AcknowledgeAlertGroup', {}, 'delivery.cancelled_by_acknowledge'],
      ['SnoozeAlertGroup', { minutes: 30 }, 'delivery.cancelled_by_snooze'],
      ['ResolveAlertGroup', {}, 'delivery.cancelled_by_resolve'],
    ] as const)('%s by somebody else', (type, data, reason) => {
      const scenario = waitingScenario();
      scenario.act(type, data, bo);
      expect(laterRuleOf(scenario)).toEqual({ attempt: ['cancelled', reason], page: ['cancelled', null] });
    });

    it('where they only stopped their own pages, and the other person is still paged', () => {
      const scenario = waitingScenario();
      const { pageId } = scenario.ladder().pages.find(({ personId }) => personId === ana)!;
      scenario.act('AnswerPage', { pageId }, ana);
      expect(laterRuleOf(scenario)).toEqual({ attempt: ['cancelled', 'delivery.cancelled_by_answer'], page: ['answered', 'seen'] });
      expect(scenario.row()).toMatchObject({ status: 'firing', paging: [bo] });
    });
  });

  it('tells of each page what its ladder tells', () => {
    const scenario = playScenario();
    const rowsById = new Map(messages(scenario).map((row) => [row.id, row]));
    for (const { pageId, ...page } of scenario.ladder().pages) expect(rowsById.get(pageId)).toMatchObject(page);
  });

  it('says how long a receipt took from the hand-over, from a minute on', () => {
    const handed = { state: 'delivered', startedAt: '2026-11-21T03:12:00.000Z' } as const;
    expect(slowDelivery({ ...handed, endedAt: '2026-11-21T03:12:59.999Z' })).toBeNull();
    expect(slowDelivery({ ...handed, endedAt: '2026-11-21T03:17:00.000Z' })).toBe(300_000);
    expect(slowDelivery({ ...handed, state: 'sent', endedAt: '2026-11-21T03:17:00.000Z' })).toBeNull();
  });
});
