import { named, QuietScenario, silenceIdOf } from '../aspects/mutes/quiet.fixture.js';
import { silencesOf } from './muted-row.js';

const mutedIn = (scenario: QuietScenario): number | undefined => scenario.row().muted;

describe('the number of muted alerts of a row', () => {
  it('counts those that fire and are muted, while others count', () => {
    const scenario = new QuietScenario();
    scenario.silence(1, 30, named('Disk'));
    scenario.fires('g1', 'Disk', 'Net');
    expect(scenario.row()).toMatchObject({ status: 'firing', firing: 2, muted: 1 });
    scenario.ends('g1', 'Disk');
    expect(mutedIn(scenario)).toBeUndefined();
  });

  it('is all of them while the group is suppressed, until they have settled', () => {
    const scenario = new QuietScenario();
    scenario.silence(1, 30, named('Disk'));
    scenario.fires('g1', 'Disk');
    expect(scenario.row()).toMatchObject({ status: 'suppressed', muted: 1 });
    scenario.passes(34);
    expect(mutedIn(scenario)).toBe(1);
    scenario.passes(1);
    expect(scenario.row().status).toBe('firing');
    expect(mutedIn(scenario)).toBeUndefined();
  });

  it('ends with the group', () => {
    const scenario = new QuietScenario();
    scenario.silence(1, 30, named('Disk'));
    scenario.fires('g1', 'Disk', 'Net');
    scenario.act('ResolveAlertGroup');
    expect(mutedIn(scenario)).toBeUndefined();
  });
});

it('a suppressed group is counted for all silences that it names, in one order, until somebody has it', () => {
  const scenario = new QuietScenario();
  scenario.silence(2, 30, named('Disk'));
  scenario.silence(1, 60, named('Disk'));
  scenario.fires('g1', 'Disk');
  expect(silencesOf(scenario.row())).toBe(`${silenceIdOf(1)} ${silenceIdOf(2)}`);
  scenario.act('AcknowledgeAlertGroup');
  expect(silencesOf(scenario.row())).toBeNull();
});
