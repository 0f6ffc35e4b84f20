import type { Actor } from '@tocsin/contracts/envelope.js';
import { alertmanager, alertOf } from '../routing/signals.fixture.js';
import { ana, as, bo, Scenario, pages } from './groups.fixture.js';

const byLink = (personId: string): Actor => ({ ...as(personId), roles: [], via: 'link:email' });
const undo = 'UnacknowledgeAlertGroup';

const acknowledgedScenario = (): Scenario => {
  const scenario = new Scenario({ steps: [pages([ana, bo])] });
  scenario.receives(alertmanager([alertOf('Disk')]));
  scenario.act('AcknowledgeAlertGroup', {}, byLink(ana));
  scenario.news();
  return scenario;
};

describe('undoing by the link of a page', () => {
  it('pages again after ten seconds of grace, at the step that had been reached', () => {
    const scenario = acknowledgedScenario();
    scenario.passes(9 / 60);
    scenario.act(undo, {}, byLink(ana));
    expect(scenario.row()).toMatchObject({ status: 'firing', holder: null, next: { step: 1 } });
    scenario.passes(9 / 60);
    expect(scenario.paged()).toEqual([]);
    scenario.passes(1 / 60);
    expect(scenario.paged()).toEqual([ana, bo]);
  });

  it('is over after ten seconds', () => {
    const scenario = acknowledgedScenario();
    scenario.passes(11 / 60);
    expect(scenario.refusal(scenario.act(undo, {}, byLink(ana)))).toBe('page_link.undo_over');
    expect(scenario.row()).toMatchObject({ status: 'acknowledged' });
  });

  it('is theirs alone who did it, and by a link', () => {
    const scenario = acknowledgedScenario();
    expect(scenario.refusal(scenario.act(undo, {}, byLink(bo)))).toBe('page_link.undo_over');
    scenario.act('TakeOverAlertGroup', {}, bo);
    scenario.act('TakeOverAlertGroup', {}, ana);
    expect(scenario.refusal(scenario.act(undo, {}, byLink(ana)))).toBe('page_link.undo_over');
    scenario.act(undo, {}, ana);
    scenario.act('AcknowledgeAlertGroup', {}, ana);
    expect(scenario.refusal(scenario.act(undo, {}, byLink(ana)))).toBe('page_link.undo_over');
  });

  it('changes nothing the second time', () => {
    const scenario = acknowledgedScenario();
    scenario.act(undo, {}, byLink(ana));
    scenario.news();
    expect(scenario.act(undo, {}, byLink(ana)).kind).not.toBe('refused');
    expect(scenario.types()).toEqual([]);
  });

  it('ends a snooze that was made by the link', () => {
    const scenario = new Scenario({ steps: [pages([ana])] });
    scenario.receives(alertmanager([alertOf('Disk')]));
    scenario.act('SnoozeAlertGroup', { minutes: 30 }, byLink(ana));
    scenario.act('UnsnoozeAlertGroup', {}, byLink(ana));
    expect(scenario.row()).toMatchObject({ status: 'firing', next: { step: 1 } });
  });

  it('leads not back from an acknowledgement of what was snoozed: it would page at once', () => {
    const scenario = new Scenario({ steps: [pages([ana])] });
    scenario.receives(alertmanager([alertOf('Disk')]));
    scenario.act('SnoozeAlertGroup', { minutes: 30 }, ana);
    scenario.act('AcknowledgeAlertGroup', {}, byLink(ana));
    expect(scenario.refusal(scenario.act(undo, {}, byLink(ana)))).toBe('page_link.undo_over');
  });
});
