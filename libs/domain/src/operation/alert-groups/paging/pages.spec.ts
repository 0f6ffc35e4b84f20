import { alertmanager, alertOf } from '../../routing/signals.fixture.js';
import { ana, bo, Scenario, methodOf, pages, contactsOfPerson, type Setting } from '../groups.fixture.js';

type Contacts = ReturnType<typeof contactsOfPerson>;
const pagingScenario = (contacts: Contacts, severity: 'critical' | 'warning' = 'critical', setting: Setting = {}): Scenario => {
  const scenario = new Scenario({ steps: [pages([ana], { waitMinutes: 60 }), pages([bo])], contacts: { [ana]: contacts }, ...setting });
  scenario.receives(alertmanager([alertOf('Disk', { severity })]));
  return scenario;
};
/** Attempts planned so far: method, minutes after the group was opened, reason. */
const plan = (scenario: Scenario) =>
  scenario
    .all('AttemptPlanned')
    .map(({ data }) => [data.kind, (Date.parse(data.dueAt) - Date.parse(scenario.row().openedAt)) / 60_000, data.because]);
const startedPage = (scenario: Scenario) => scenario.all('PageStarted')[0]!.data;

describe('a page', () => {
  it('follows the person’s rules for its urgency, with their delays', () => {
    const contacts = contactsOfPerson(
      ana,
      ['email', 'webhook', 'browser'],
      [
        ['high', 1, 3],
        ['high', 2, 0],
        ['low', 0, 0],
      ],
    );
    expect(plan(pagingScenario(contacts))).toEqual([
      ['browser', 0, 'rule'],
      ['webhook', 3, 'rule'],
    ]);
    expect(plan(pagingScenario(contacts, 'warning'))).toEqual([['email', 0, 'rule']]);
  });

  it('hands each attempt over when it is due', () => {
    const scenario = pagingScenario(
      contactsOfPerson(
        ana,
        ['email', 'webhook'],
        [
          ['high', 0, 0],
          ['high', 1, 3],
        ],
      ),
    );
    expect(scenario.all('AttemptStarted')).toHaveLength(1);
    scenario.passes(3);
    expect(scenario.all('AttemptStarted')).toHaveLength(2);
    expect(scenario.ladder().pages[0]).toMatchObject({ state: 'sent', attempts: [{ state: 'sent' }, { state: 'sent' }] });
  });

  it('skips a method that is not verified, and says so', () => {
    const scenario = pagingScenario(
      contactsOfPerson(
        ana,
        ['?webhook', 'email'],
        [
          ['high', 0, 0],
          ['high', 1, 5],
        ],
      ),
    );
    expect(plan(scenario)).toEqual([['email', 5, 'rule']]);
    expect(startedPage(scenario).skipped).toEqual([{ contactMethodId: methodOf(ana, 0), reason: 'delivery.not_verified' }]);
  });

  it.each<[string, Contacts]>([
    ['no rule', contactsOfPerson(ana, ['email', 'webhook', '?browser'])],
    ['a rule for low urgency alone', contactsOfPerson(ana, ['email', 'webhook', '?browser'], [['low', 0, 0]])],
    ['a rule with an unverified method alone', contactsOfPerson(ana, ['email', 'webhook', '?browser'], [['high', 2, 0]])],
  ])('of high urgency takes every verified method at once when there is %s', (_, contacts) => {
    const scenario = pagingScenario(contacts);
    expect(plan(scenario)).toEqual([
      ['email', 0, 'every_method'],
      ['webhook', 0, 'every_method'],
    ]);
    expect(startedPage(scenario)).toMatchObject({ everyMethod: true, skipped: [{ reason: 'delivery.not_verified' }] });
  });

  it('of low urgency takes the quietest method when there is no rule', () => {
    expect(plan(pagingScenario(contactsOfPerson(ana, ['webhook', 'email']), 'warning'))).toEqual([['email', 0, 'quiet']]);
  });

  it('of low urgency calls only whom nothing else reaches', () => {
    expect(plan(pagingScenario(contactsOfPerson(ana, ['voice', 'sms']), 'warning'))).toEqual([['sms', 0, 'quiet']]);
    expect(plan(pagingScenario(contactsOfPerson(ana, ['voice']), 'warning'))).toEqual([['voice', 0, 'quiet']]);
  });

  it('stops the person’s own phone when they say that they are here, and no other', () => {
    const scenario = pagingScenario(
      contactsOfPerson(
        ana,
        ['email', 'webhook'],
        [
          ['high', 0, 0],
          ['high', 1, 3],
        ],
      ),
    );
    const { pageId } = startedPage(scenario);
    expect(scenario.refusal(scenario.act('AnswerPage', { pageId }, bo))).toBe('page.not_found');
    expect(scenario.act('AnswerPage', { pageId }).kind).toBe('done');
    expect(scenario.act('AnswerPage', { pageId }).kind).toBe('nothing');
    scenario.passes(10);
    expect(scenario.all('AttemptStarted')).toHaveLength(1);
    expect(scenario.row()).toMatchObject({ status: 'firing', paging: [] });
    scenario.passes(50);
    expect(scenario.paged()).toContain(bo);
  });

  it('passed on by its person counts as one that did not reach them: the next step follows at once, unless the step reached another', () => {
    const scenario = pagingScenario(contactsOfPerson(ana, ['email'], [['high', 0, 0]]), 'critical', {
      steps: [pages([ana]), pages([bo])],
    });
    const { pageId } = startedPage(scenario);
    expect(scenario.refusal(scenario.act('AnswerPage', { pageId, passesOn: true }, bo))).toBe('page.not_found');
    scenario.act('AnswerPage', { pageId, passesOn: true });
    scenario.passes(0);
    expect(scenario.all('PageAnswered').at(-1)).toMatchObject({ data: { because: 'passed_on' } });
    expect(scenario.paged()).toContain(bo);
    expect(scenario.act('AnswerPage', { pageId, passesOn: true }).kind).toBe('nothing');

    const together = pagingScenario(contactsOfPerson(ana, ['email'], [['high', 0, 0]]), 'critical', {
      steps: [pages([ana, bo]), pages([bo])],
    });
    together.act('AnswerPage', { pageId: startedPage(together).pageId, passesOn: true });
    together.passes(0);
    expect(together.all('EscalationStepTaken')).toHaveLength(1);
  });

  it('gives way to the next page to the same person, whose phone the link of either stops', () => {
    const scenario = pagingScenario(contactsOfPerson(ana, ['email', 'webhook'], [['high', 0, 0]]), 'critical', {
      steps: [pages([ana]), pages([ana])],
    });
    const { pageId } = startedPage(scenario);
    scenario.passes(5);
    expect(scenario.ladder().pages.map(({ state, reason }) => [state, reason])).toEqual([
      ['cancelled', 'delivery.superseded'],
      ['sent', null],
    ]);
    expect(scenario.act('AnswerPage', { pageId }).kind).toBe('done');
    expect(scenario.row().paging).toEqual([]);
  });

  it('that a person asked for outlives an acknowledge, also when a rung has repeated it', () => {
    const scenario = new Scenario({ steps: [pages([bo]), pages([ana])] });
    scenario.receives(alertmanager([alertOf('Disk')]));
    scenario.act('AddResponder', { personId: ana }, bo);
    scenario.passes(5);
    scenario.act('AcknowledgeAlertGroup', {}, bo);
    expect(scenario.row().paging).toEqual([ana]);
  });

  it('stands in the list no longer once it was acknowledged after hours in vain', () => {
    const scenario = pagingScenario(contactsOfPerson(ana, ['email']), 'critical', { steps: [pages([ana])], repeats: 0 });
    scenario.passes(12 * 60);
    scenario.act('AcknowledgeAlertGroup', {}, bo);
    expect(scenario.row().paging).toEqual([]);
    expect(scenario.ladder().pages.filter(({ state }) => !['cancelled', 'failed', 'answered'].includes(state))).toEqual([]);
  });

  it('says how far it got, and never goes back', () => {
    const scenario = pagingScenario(
      contactsOfPerson(
        ana,
        ['email', 'webhook'],
        [
          ['high', 0, 0],
          ['high', 1, 3],
        ],
      ),
      'critical',
    );
    const second = scenario.all('AttemptPlanned')[1]!.data.slot;
    scenario.provider = () => null;
    scenario.passes(3);
    expect(scenario.all('AttemptStarted').at(-1)!.data.slot).toBe(second);
    expect(scenario.ladder().pages[0]!.state).toBe('sent');
  });

  it('keeps its person among the paged while a quiet word to them fails', () => {
    const scenario = pagingScenario(
      contactsOfPerson(
        ana,
        ['email'],
        [
          ['high', 0, 30],
          ['low', 0, 0],
        ],
      ),
    );
    scenario.act('AcknowledgeAlertGroup');
    scenario.act('AddResponder', { personId: ana }, bo);
    scenario.receives(alertmanager([alertOf('Disk'), alertOf('Disk', { fingerprint: 'Disk2' })]));
    scenario.provider = ({ quiet }) => (quiet ? { ok: false, reason: 'delivery.provider_rejected', detail: '', retry: false } : null);
    scenario.passes(5);
    expect(scenario.all('PageFailed')).toHaveLength(1);
    expect(scenario.row().paging).toEqual([ana]);
  });
});
