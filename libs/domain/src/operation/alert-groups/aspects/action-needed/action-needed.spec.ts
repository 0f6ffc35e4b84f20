import { alertmanager, alertOf, resolvedAlert } from '../../../routing/signals.fixture.js';
import { ana, bo, mia, pages, Scenario, sam } from '../../groups.fixture.js';

/** Ana was paged, Mia wrote a note, and its sender resolved it. */
const endedScenario = (): Scenario => {
  const scenario = new Scenario({ steps: [pages([ana]), pages([bo])] });
  scenario.receives(alertmanager([alertOf('Disk')]));
  scenario.passes(0);
  return scenario;
};
const end = (scenario: Scenario): void => scenario.receives(alertmanager([resolvedAlert('Disk')], { action: 'resolve' }));
const answerOf = (scenario: Scenario, by: string, answer = 'no') =>
  scenario.refusal(scenario.act('AnswerActionNeeded', { answer }, by)) ?? 'answered';

describe('whether there was anything to do', () => {
  it('is asked of whoever was notified, even if they did nothing', () => {
    const scenario = endedScenario();
    end(scenario);
    expect(scenario.row().wasThere).toEqual([ana]);
    expect(answerOf(scenario, ana)).toBe('answered');
    expect(scenario.row().actionNeeded).toEqual({ [ana]: 'no' });
  });

  it('is asked of whoever acted on it before it was over, and of nobody else', () => {
    const scenario = endedScenario();
    scenario.act('AddNote', { text: 'Looking' }, mia);
    end(scenario);
    scenario.act('AddNote', { text: 'I read this in the morning' }, bo);
    scenario.act('MarkAlertGroupAsNoise', { reason: 'Known' }, bo);
    expect(scenario.row().wasThere).toEqual([ana, mia]);
    expect([answerOf(scenario, mia), answerOf(scenario, bo)]).toEqual(['answered', 'alert_group.was_not_there']);
    expect(answerOf(scenario, sam)).toBe('permission.denied');
  });

  it('is not asked before it is over', () => {
    const scenario = endedScenario();
    expect(answerOf(scenario, ana)).toBe('alert_group.not_resolved');
  });

  it('has one answer of each person, which they can change', () => {
    const scenario = endedScenario();
    scenario.act('AcknowledgeAlertGroup', {}, bo);
    end(scenario);
    for (const answer of ['skip', 'no', 'no', 'yes']) answerOf(scenario, ana, answer);
    answerOf(scenario, bo);
    expect(scenario.row().actionNeeded).toEqual({ [ana]: 'yes', [bo]: 'no' });
    expect(scenario.all('ActionNeededAnswered').map(({ data }) => data.answer)).toEqual(['skip', 'no', 'yes', 'no']);
  });

  it('is asked anew of each opening, of who is there then', () => {
    const scenario = endedScenario();
    scenario.act('AcknowledgeAlertGroup', {}, ana);
    end(scenario);
    answerOf(scenario, ana);
    scenario.act('ReopenAlertGroup', { iHaveIt: true }, bo);
    expect(scenario.row()).not.toHaveProperty('actionNeeded');
    expect(scenario.row().wasThere).toEqual([bo]);
    scenario.act('ResolveAlertGroup', {}, bo);
    answerOf(scenario, bo, 'yes');
    expect(scenario.all('ActionNeededAnswered').map(({ data }) => [data.opening, data.answer])).toEqual([
      [1, 'no'],
      [2, 'yes'],
    ]);
  });
});
