import type { Fact } from '@tocsin/contracts/catalogue.js';
import type { PageRow } from '@tocsin/contracts/alert-groups/pages.js';
import { alertmanager, alertOf } from '../../routing/signals.fixture.js';
import { ana, bo, Scenario, methodOf, mia, pages, contactsOfPerson, rio, zoe } from '../groups.fixture.js';
import type { AttemptOutcome } from './attempts.js';

const rejectedOutcome: AttemptOutcome = { ok: false, reason: 'delivery.provider_rejected', detail: 'Answered 503.', retry: false };
const sentOutcome: AttemptOutcome = { ok: true, state: 'sent', providerId: null };
const byPush = (personId: string) => contactsOfPerson(personId, ['push'], [['high', 0, 0]]);

/** Ana was paged by push, and now Bo is. */
const openScenario = (provider: AttemptOutcome = sentOutcome): Scenario => {
  const scenario = new Scenario({ steps: [pages([ana]), pages([bo])], contacts: { [ana]: byPush(ana), [bo]: byPush(bo) } });
  scenario.provider = () => provider;
  scenario.receives(alertmanager([alertOf('Disk')]));
  scenario.types();
  return scenario;
};
const first = (scenario: Scenario): PageRow => scenario.ladder().pages[0]!;
const resendRequest = (scenario: Scenario) => ({ pageId: first(scenario).pageId, messageId: first(scenario).attempts[0]!.slot });
const resend = (scenario: Scenario, by = mia) => scenario.act('ResendMessage', resendRequest(scenario), by);
const refused = (scenario: Scenario, by = mia) => scenario.refusal(resend(scenario, by));
const attempts = (scenario: Scenario) => first(scenario).attempts.map(({ kind, state, because }) => `${kind} ${state} ${because}`);

describe('a message that is sent again', () => {
  it('goes out at once by the same contact method, and waits behind nothing', () => {
    const scenario = openScenario();
    resend(scenario);
    expect(attempts(scenario)).toEqual(['push sent rule', 'push sent resent']);
    expect(scenario.types()).toEqual(['MessageResent', 'AttemptPlanned', 'AttemptStarted', 'AttemptSent']);
    expect(scenario.all('MessageResent')[0]).toMatchObject({ data: { personId: ana, kind: 'push' }, meta: { actor: { id: mia } } });
  });

  it('takes up a page that had failed; where it fails again, the page has failed again', () => {
    const scenario = openScenario(rejectedOutcome);
    expect(first(scenario).state).toBe('failed');
    resend(scenario);
    expect(first(scenario)).toMatchObject({ state: 'failed', reason: 'delivery.provider_rejected' });
    scenario.provider = () => sentOutcome;
    resend(scenario);
    expect(first(scenario)).toMatchObject({ state: 'sent', reason: null });
    expect(scenario.row().paging).toContain(ana);
    expect(attempts(scenario)).toEqual(['push failed rule', 'push failed resent', 'push sent resent']);
  });

  it('is stopped by an acknowledge, as the page is', () => {
    const scenario = openScenario(rejectedOutcome);
    scenario.provider = () => null;
    resend(scenario);
    scenario.act('AcknowledgeAlertGroup', {}, bo);
    expect(scenario.group().pages[0]!.state).toBe('cancelled');
    expect(refused(scenario)).toBe('page.ended');
  });

  it('is sent once where two ask for it at once', () => {
    const scenario = openScenario();
    scenario.provider = () => null;
    expect([resend(scenario), resend(scenario, bo)].map(({ kind }) => kind)).toEqual(['done', 'nothing']);
    expect(scenario.all('MessageResent')).toHaveLength(1);
  });

  it('is not sent by whoever may not act on the alert group', () => {
    for (const who of [rio, zoe]) expect(refused(openScenario(), who)).toBe('permission.denied');
  });

  it('is not sent of an alert group that is over, nor of a page that was answered, nor where there is none', () => {
    const scenario = openScenario();
    expect(scenario.refusal(scenario.act('ResendMessage', { ...resendRequest(scenario), messageId: first(scenario).pageId }, mia))).toBe(
      'page.not_found',
    );
    scenario.act('AnswerPage', { pageId: first(scenario).pageId }, ana);
    expect(refused(scenario)).toBe('page.ended');
    scenario.act('ResolveAlertGroup', {}, mia);
    expect(refused(scenario)).toBe('alert_group.already_resolved');
  });

  it('is not sent by a method that is gone, switched off or does not work any more, nor to whoever was disabled', () => {
    const method = { personId: ana, contactMethodId: methodOf(ana, 0) };
    const refusalAfter = (fact: Fact) => {
      const scenario = openScenario(rejectedOutcome);
      scenario.knows(fact);
      return refused(scenario);
    };
    expect(refusalAfter({ type: 'ContactMethodRemoved', data: method })).toBe('contact_method.not_found');
    expect(refusalAfter({ type: 'ContactMethodSwitchedOff', data: method })).toBe('contact_method.switched_off');
    expect(refusalAfter({ type: 'ContactMethodDisabled', data: { ...method, reason: 'delivery.subscription_gone' } })).toBe(
      'contact_method.disabled',
    );
    expect(refusalAfter({ type: 'PersonDisabled', data: { personId: ana } })).toBe('person.not_active');
  });

  it('is not sent by an address that was removed and added again, until it is verified', () => {
    const scenario = new Scenario({ steps: [pages([ana])], contacts: { [ana]: [] } });
    const method = { personId: ana, contactMethodId: methodOf(ana, 0) };
    const changeContacts = (type: string, data: object = {}) => expect(scenario.act(type, { ...method, ...data }).kind).toBe('done');
    const email = { kind: 'email', address: 'ana@example.org' };
    changeContacts('AddContactMethod', email);
    changeContacts('VerifyContactMethod', { codeCheck: 'right' });
    scenario.receives(alertmanager([alertOf('Disk')]));
    changeContacts('RemoveContactMethod');
    changeContacts('AddContactMethod', email);
    expect(refused(scenario)).toBe('contact_method.not_verified');
  });
});
