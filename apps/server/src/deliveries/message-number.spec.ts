import type { AttemptOutcome } from '@tocsin/domain/operation/alert-groups/paging/attempts.js';
import { ana, contactsOfPerson, pages, Scenario } from '@tocsin/domain/operation/alert-groups/groups.fixture.js';
import { alertmanager, alertOf } from '@tocsin/domain/operation/routing/signals.fixture.js';
import { messageNumberOf } from './message-number.js';

const unconfirmed: AttemptOutcome = { ok: false, reason: 'delivery.outcome_unknown', detail: 'perhaps delivered', retry: true };

const numbers = (scenario: Scenario): readonly string[] => {
  const [page] = scenario.group().pages;
  return Object.values(page!.attempts).map((attempt) => `${attempt.because} ${attempt.n}: ${messageNumberOf(page!, attempt)}`);
};

describe('the number of a message of a page', () => {
  it('is the same for what is sent again because its outcome is unknown, and another for what a later rule sends', () => {
    const contacts = {
      [ana]: contactsOfPerson(
        ana,
        ['email'],
        [
          ['high', 0, 0],
          ['high', 0, 10],
        ],
      ),
    };
    const scenario = new Scenario({ steps: [pages([ana], { waitMinutes: 60 })], contacts });
    let failures = 2;
    scenario.provider = () => (failures-- > 0 ? unconfirmed : { ok: true, state: 'sent', providerId: null });
    scenario.receives(alertmanager([alertOf('Disk', { severity: 'critical' })]));
    scenario.passes(11);
    expect(numbers(scenario)).toEqual(['rule 1: 1', 'rule 1: 2', 'retry 2: 1', 'retry 3: 1']);
  });

  it('is another for what a person sends again', () => {
    const scenario = new Scenario({ contacts: { [ana]: contactsOfPerson(ana, ['email'], [['high', 0, 0]]) } });
    scenario.receives(alertmanager([alertOf('Disk', { severity: 'critical' })]));
    const [page] = scenario.group().pages;
    scenario.act('ResendMessage', { pageId: page!.pageId, messageId: Object.keys(page!.attempts)[0] });
    expect(numbers(scenario)).toEqual(['rule 1: 1', 'resent 1: 2']);
  });
});
