import { alertmanager, alertOf } from '../../routing/signals.fixture.js';
import { bySystem } from '../../../configuration.fixture.js';
import { ana, bo, contactsOfPerson, methodOf, pages, Scenario, type Method } from '../groups.fixture.js';

const sent = (methods: readonly Method[]): Scenario => {
  const contacts = { [ana]: contactsOfPerson(ana, methods, [['high', 0, 0]]) };
  const scenario = new Scenario({ steps: [pages([ana], { waitMinutes: 30 }), pages([bo])], contacts });
  scenario.receives(alertmanager([alertOf('Disk', { severity: 'critical' })]));
  return scenario;
};
const fails = (scenario: Scenario, reason = 'delivery.provider_rejected', by: Parameters<Scenario['act']>[2] = bySystem) => {
  const [page] = scenario.ladder().pages;
  const { attemptId } = page!.attempts[0]!;
  return scenario.act('RecordLateFailure', { pageId: page!.pageId, attemptId, reason, detail: 'Reported as undelivered.' }, by);
};
const attempts = (scenario: Scenario) =>
  scenario.ladder().pages.map(({ cause, attempts: all }) => [cause.kind, all.map(({ kind, state }) => `${kind} ${state}`)]);

describe('a message that a provider took and could not deliver', () => {
  it('is a failure at that moment: the next method at once, and it is not repeated', () => {
    const scenario = sent(['sms', 'webhook']);
    fails(scenario);
    fails(scenario);
    expect(attempts(scenario)).toEqual([['escalation', ['sms failed', 'webhook sent']]]);
    expect(scenario.all('AttemptFailed')).toMatchObject([{ data: { retry: false, accepted: true } }]);
  });

  it('of the only method takes the next step at once', () => {
    const scenario = sent(['sms']);
    fails(scenario);
    expect(scenario.ladder().pages.map(({ personId, state }) => [personId, state])).toEqual([
      [ana, 'failed'],
      [bo, 'sent'],
    ]);
  });

  it('to a number that takes no messages ends that method, of which its person hears', () => {
    const scenario = sent(['sms', 'webhook']);
    fails(scenario, 'delivery.opted_out');
    expect(attempts(scenario)).toEqual([
      ['escalation', ['sms failed', 'webhook sent']],
      ['method_gone', ['webhook sent']],
    ]);
    expect(scenario.all('AttemptFailed')[0]!.data.gone).toEqual({ personId: ana, contactMethodId: methodOf(ana, 0) });
  });

  it('is not told by a call, which is never quiet', () => {
    const scenario = sent(['sms', 'voice']);
    fails(scenario, 'delivery.opted_out');
    expect(attempts(scenario).flatMap(([cause, all]) => (cause === 'method_gone' ? all : []))).toEqual([]);
    expect(attempts(scenario)[0]).toEqual(['escalation', ['sms failed', 'voice sent']]);
  });

  it('after the acknowledgement changes the receipt alone', () => {
    const scenario = sent(['sms', 'webhook']);
    scenario.act('AcknowledgeAlertGroup', {}, bo);
    fails(scenario);
    expect(attempts(scenario)).toEqual([['escalation', ['sms failed']]]);
  });

  it('is believed of Tocsin alone', () => {
    const scenario = sent(['sms', 'webhook']);
    fails(scenario, 'delivery.provider_rejected', ana);
    expect(scenario.all('AttemptFailed')).toEqual([]);
  });
});
