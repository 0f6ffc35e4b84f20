import { newestZonesVersion } from '../../../../setup/schedules/shared/wall-clock.js';
import { alertmanager, alertOf, resolvedAlert, serviceId } from '../../../routing/signals.fixture.js';
import { ana, as, contactsOfPerson, mia, pages, policyId, Scenario, teamId, toPolicySteps } from '../../groups.fixture.js';
import type { OpenEffectsRow } from '../../../reactor/open-effects.view.js';

const steps = [pages([ana], { waitMinutes: 60 })];
const setBudget = (scenario: Scenario, version: number, nightBudget?: number): void =>
  scenario.knows({
    type: 'PolicyChanged',
    data: { teamId, policyId, version, name: 'Primary', steps: toPolicySteps(steps), repeats: 0, climbLow: false, nightBudget },
  });
/** It begins at 03:12; Ana has a push and an e-mail, the e-mail a minute later. */
const createScenario = (budget?: number): Scenario => {
  const contacts = {
    [ana]: contactsOfPerson(
      ana,
      ['push', 'email'],
      [
        ['high', 0, 0],
        ['high', 1, 1],
        ['high', 0, 3],
      ],
    ),
  };
  const scenario = new Scenario({ steps, repeats: 0, contacts });
  if (budget !== undefined) setBudget(scenario, 2, budget);
  return scenario;
};
const pageOnce = (scenario: Scenario): void => {
  scenario.receives(alertmanager([alertOf('Disk')]));
  scenario.passes(5);
  scenario.receives(alertmanager([resolvedAlert('Disk')], { action: 'resolve' }));
  scenario.passes(25);
};
const counted = (scenario: Scenario) => scenario.all('NightPageCounted').map(({ data: { week, budget } }) => [week, budget]);
const rowOf = (scenario: Scenario) => scenario.world.memory.rows<OpenEffectsRow>('openEffects').get(ana);

describe('the night budget of a policy', () => {
  it('counts each page once, by its first loud message in the sleep hours of its person', () => {
    const scenario = createScenario(2);
    pageOnce(scenario);
    // which night it was depends on the edition of the time zone data
    expect(scenario.all('NightPageCounted')[0]!.data.zones).toBe(newestZonesVersion());
    // Saturday belongs to the week of Monday, the 16th
    expect(counted(scenario)).toEqual([['2026-11-16', 2]]);
    scenario.passes(6 * 60);
    pageOnce(scenario);
    expect(counted(scenario)).toHaveLength(1);
  });

  it('stops no page, and names the first one above it: once a person and week', () => {
    const scenario = createScenario(2);
    for (let n = 0; n < 5; n += 1) pageOnce(scenario);
    const all = scenario.all('NightPageCounted');
    expect(all).toHaveLength(5);
    const { ordinal, id: eventId } = all[2]!;
    expect(rowOf(scenario)).toMatchObject({
      nights: { [policyId]: { week: '2026-11-16', pages: 5, exceededBy: ordinal } },
      open: [{ type: 'NightPageCounted', ordinal, eventId }],
    });
    expect(scenario.all('PageStarted').filter(({ data }) => !data.quiet)).toHaveLength(5);
  });

  it('begins anew each week', () => {
    const scenario = createScenario(0);
    pageOnce(scenario);
    scenario.passes(2 * 24 * 60);
    pageOnce(scenario);
    expect(counted(scenario)).toEqual([
      ['2026-11-16', 0],
      ['2026-11-23', 0],
    ]);
    expect(rowOf(scenario)).toMatchObject({ nights: { [policyId]: { week: '2026-11-23', pages: 1 } } });
  });

  it('is that of the policy now; without one nothing is counted', () => {
    const scenario = createScenario();
    pageOnce(scenario);
    setBudget(scenario, 2, 1);
    pageOnce(scenario);
    setBudget(scenario, 3);
    pageOnce(scenario);
    expect(counted(scenario)).toEqual([['2026-11-16', 1]]);
  });

  it('counts no test, and no page that was only mailed', () => {
    const scenario = createScenario(1);
    scenario.world.run({ type: 'SendTestAlert', data: { serviceId, wholePolicy: true } }, { actor: as(mia) });
    scenario.passes(5);
    expect(scenario.all('AttemptSent').length).toBeGreaterThan(0);
    const mailed = new Scenario({ steps, repeats: 0 });
    setBudget(mailed, 2, 1);
    pageOnce(mailed);
    expect([counted(scenario), counted(mailed)]).toEqual([[], []]);
  });
});
