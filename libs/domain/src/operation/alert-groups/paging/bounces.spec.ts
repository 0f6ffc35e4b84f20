import { alertmanager, alertOf } from '../../routing/signals.fixture.js';
import { bySystem } from '../../../configuration.fixture.js';
import { ana, bo, contactsOfPerson, methodOf, pages, Scenario, type Method } from '../groups.fixture.js';

const mailed = (methods: readonly Method[]): Scenario => {
  const contacts = { [ana]: contactsOfPerson(ana, methods, [['high', 0, 0]]) };
  const scenario = new Scenario({ steps: [pages([ana], { waitMinutes: 30 }), pages([bo])], contacts });
  scenario.receives(alertmanager([alertOf('Disk', { severity: 'critical' })]));
  return scenario;
};
const comesBack = (scenario: Scenario, isFinal: boolean, by: Parameters<Scenario['act']>[2] = bySystem) =>
  scenario.act(
    'RecordBounce',
    { pageId: scenario.ladder().pages[0]!.pageId, contactMethodId: methodOf(ana, 0), isFinal, detail: '5.1.1: user unknown' },
    by,
  );
const attempts = (scenario: Scenario) =>
  scenario.ladder().pages.map(({ cause, quiet, attempts: all }) => [cause.kind, quiet, all.map(({ kind, state }) => `${kind} ${state}`)]);
describe('a mail that came back', () => {
  it('is a late failure: the next method at once, the address is used no more, and its person hears of it by another one', () => {
    const scenario = mailed(['email', 'webhook']);
    comesBack(scenario, true);
    expect(attempts(scenario)).toEqual([
      ['escalation', false, ['email failed', 'webhook sent']],
      ['method_gone', true, ['webhook sent']],
    ]);
    expect(scenario.ladder().pages[0]!.attempts[0]).toMatchObject({ reason: 'delivery.bounced', detail: '5.1.1: user unknown' });
    expect(scenario.all('AttemptFailed')[0]!.data.gone).toEqual({ personId: ana, contactMethodId: methodOf(ana, 0) });
  });

  it('of the only method takes the next step at once', () => {
    const scenario = mailed(['email']);
    comesBack(scenario, true);
    expect(scenario.ladder().pages.map(({ personId, state }) => [personId, state])).toEqual([
      [ana, 'failed'],
      [bo, 'sent'],
    ]);
  });

  it('counts once, and only as long as it was sent', () => {
    const scenario = mailed(['email', 'webhook']);
    comesBack(scenario, true);
    comesBack(scenario, true);
    expect(scenario.all('AttemptFailed')).toHaveLength(1);
  });

  it('after the acknowledgement changes the receipt and the method alone', () => {
    const scenario = mailed(['email', 'webhook']);
    scenario.act('AcknowledgeAlertGroup', {}, bo);
    comesBack(scenario, true);
    expect(attempts(scenario)).toEqual([
      ['escalation', false, ['email failed']],
      ['method_gone', true, ['webhook sent']],
    ]);
    expect(scenario.all('AttemptFailed')).toMatchObject([{ data: { gone: { personId: ana } } }]);
  });

  it('is only noted while a server keeps trying', () => {
    const scenario = mailed(['email', 'webhook']);
    comesBack(scenario, false);
    expect(attempts(scenario)).toEqual([['escalation', false, ['email sent']]]);
    expect(scenario.ladder().pages[0]!.attempts[0]).toMatchObject({ state: 'sent', detail: '5.1.1: user unknown' });
    expect(scenario.all('AttemptFailed')).toEqual([]);
  });

  it('is believed of Tocsin alone', () => {
    const scenario = mailed(['email', 'webhook']);
    comesBack(scenario, true, ana);
    expect(scenario.all('AttemptFailed')).toEqual([]);
  });
});
