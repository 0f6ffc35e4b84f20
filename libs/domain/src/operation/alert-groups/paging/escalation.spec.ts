import { policyRules } from '../../../setup/policies/facts.fixture.js';
import { alertmanager, alertOf, serviceId } from '../../routing/signals.fixture.js';
import {
  ana,
  bo,
  Scenario,
  mia,
  toPolicySteps,
  ola,
  pages,
  policyId,
  contactsOfPerson,
  sam,
  stepIdOf,
  teamId,
  type Setting,
} from '../groups.fixture.js';

const openScenario = (setting: Setting = {}, severity: 'critical' | 'warning' = 'critical'): Scenario => {
  const scenario = new Scenario(setting);
  scenario.receives(alertmanager([alertOf('Disk', { severity })]));
  return scenario;
};
/** The steps taken since the start: round.step, with its people and their outcomes. */
const rungs = (scenario: Scenario): readonly string[] =>
  scenario.all('EscalationStepTaken').map(({ data }) => {
    const persons = data.targets.flatMap((target) => target.persons.map(({ personId, outcome }) => `${names[personId]} ${outcome}`));
    return `${data.round}.${data.step}${data.empty ? ' empty' : ''}: ${persons.join(', ')}`;
  });
const names: Record<string, string> = { [ana]: 'ana', [bo]: 'bo', [mia]: 'mia', [ola]: 'ola', [sam]: 'sam' };
const minutesOf = (scenario: Scenario): readonly number[] =>
  scenario.all('EscalationStepTaken').map(({ meta }) => (Date.parse(meta.at) - Date.parse(scenario.row().openedAt)) / 60_000);
const withoutContacts = (...personIds: string[]) =>
  Object.fromEntries(personIds.map((personId) => [personId, contactsOfPerson(personId, [])]));

describe('the climb', () => {
  it('takes step 1 at once, each further step after the wait before it, and all of it again', () => {
    const scenario = openScenario({ steps: [pages([ana], { waitMinutes: 3 }), pages([bo], { waitMinutes: 7 })], repeats: 1 });
    scenario.passes(19.9);
    expect(rungs(scenario)).toEqual(['1.1: ana paged', '1.2: bo paged', '2.1: ana paged_again', '2.2: bo paged_again']);
    expect(minutesOf(scenario)).toEqual([0, 3, 10, 13]);
  });

  it('has an owner of everything called when nobody took it: managers by every method, then owners', () => {
    const scenario = openScenario({
      steps: [pages([ana])],
      repeats: 0,
      contacts: { [mia]: contactsOfPerson(mia, ['email', 'webhook', '?webhook']) },
    });
    scenario.passes(5);
    expect(rungs(scenario)).toEqual(['1.1: ana paged', '1.exhausted: mia paged']);
    expect(scenario.row()).toMatchObject({ nobodyHasIt: true, next: { step: 'owners' } });
    expect(scenario.ladder().pages.at(-1)).toMatchObject({
      personId: mia,
      attempts: [{ because: 'last_resort' }, { because: 'last_resort' }],
    });
    scenario.passes(5);
    expect(rungs(scenario).at(-1)).toBe('1.owners: ola paged');
  });

  it('starts again at step 1 half an hour after it was exhausted', () => {
    const scenario = openScenario({ steps: [pages([ana])], repeats: 0 });
    scenario.passes(34.9);
    expect(rungs(scenario)).toHaveLength(3);
    scenario.passes(0.1);
    expect(rungs(scenario).at(-1)).toBe('2.1: ana paged_again');
    expect(scenario.row().nobodyHasIt).toBe(false);
  });

  it('calls owners at once when there is no manager to reach', () => {
    const scenario = openScenario({ steps: [pages([ana])], repeats: 0, noManager: true });
    scenario.passes(5);
    expect(rungs(scenario)).toEqual(['1.1: ana paged', '1.exhausted: ola paged']);
  });

  it('pages a manager who is being rung already by every method, when it is exhausted', () => {
    const contacts = {
      [mia]: contactsOfPerson(
        mia,
        ['email', 'webhook'],
        [
          ['high', 0, 0],
          ['high', 1, 30],
        ],
      ),
    };
    const scenario = openScenario({ steps: [pages([mia])], repeats: 0, contacts });
    scenario.passes(5);
    expect(scenario.all('PageCancelled').map(({ data }) => data.reason)).toEqual(['delivery.superseded']);
    expect(scenario.row().paging).toEqual([mia]);
    expect(scenario.all('AttemptStarted')).toHaveLength(3);
  });

  it('skips an empty step at once and says so loudly', () => {
    const scenario = openScenario({ contacts: withoutContacts(ana) });
    scenario.knows();
    expect(rungs(scenario)).toEqual(['1.1 empty: ana not_reachable', '1.2: bo paged']);
    expect(scenario.all('EscalationStepTaken')[0]!.data.targets[0]!.persons[0]!.reason).toBe('delivery.no_method');
    expect(minutesOf(scenario)).toEqual([0, 0]);
  });

  it('names a disabled person as the reason', () => {
    const scenario = new Scenario();
    scenario.knows({ type: 'PersonDisabled', data: { personId: ana } });
    scenario.receives(alertmanager([alertOf('Disk')]));
    expect(scenario.all('EscalationStepTaken')[0]!.data.targets[0]!.persons[0]).toMatchObject({
      outcome: 'not_reachable',
      reason: 'delivery.person_disabled',
    });
  });

  it('lets a round that reached nobody wait its delays, while managers hear of it at once', () => {
    const scenario = openScenario({ contacts: withoutContacts(ana, bo), repeats: 1 });
    expect(rungs(scenario)).toEqual(['1.1 empty: ana not_reachable', '1.2 empty: bo not_reachable', '1.exhausted: mia paged']);
    expect(scenario.row().next).toMatchObject({ round: 2, step: 1 });
    scenario.passes(9.9);
    expect(rungs(scenario)).toHaveLength(3);
    scenario.passes(0.1);
    expect(rungs(scenario)).toHaveLength(6);
  });

  it('does not ring twice in one breath somebody whom two steps name', () => {
    const scenario = openScenario({ steps: [pages([bo]), pages([ana])], contacts: withoutContacts(bo) });
    scenario.act('AddResponder', { personId: ana });
    expect(scenario.all('PageStarted')).toHaveLength(1);
  });

  it('continues the page of somebody who is still being rung', () => {
    const contacts = {
      [ana]: contactsOfPerson(
        ana,
        ['email', 'webhook'],
        [
          ['high', 0, 0],
          ['high', 1, 15],
        ],
      ),
    };
    const scenario = openScenario({ steps: [pages([ana]), pages([ana])], contacts });
    scenario.passes(5);
    expect(rungs(scenario)).toEqual(['1.1: ana paged', '1.2: ana continued']);
    expect(scenario.all('PageStarted')).toHaveLength(1);
  });

  it('pages again by every method somebody who was rung and did not answer', () => {
    const contacts = { [ana]: contactsOfPerson(ana, ['email', 'webhook'], [['high', 0, 0]]) };
    const scenario = openScenario({ steps: [pages([ana]), pages([ana])], contacts });
    scenario.passes(5);
    expect(rungs(scenario).at(-1)).toBe('1.2: ana paged_again');
    expect(scenario.all('PageStarted').at(-1)!.data.everyMethod).toBe(true);
    expect(
      scenario
        .ladder()
        .pages.at(-1)!
        .attempts.map(({ because }) => because),
    ).toEqual(['paged_again', 'paged_again']);
  });

  it('names each step of the policy that it takes', () => {
    const scenario = openScenario({ steps: [pages([ana]), pages([bo])], repeats: 0 });
    scenario.passes(10);
    expect(scenario.all('EscalationStepTaken').map(({ data: { step, stepId } }) => [step, stepId])).toEqual([
      [1, stepIdOf(1)],
      [2, stepIdOf(2)],
      ['exhausted', undefined],
    ]);
  });

  it('climbs the version that it was opened with', () => {
    const scenario = openScenario();
    scenario.knows({ type: 'PolicyChanged', data: { teamId, policyId, version: 2, ...policyRules, steps: toPolicySteps([pages([sam])]) } });
    scenario.passes(5);
    expect(rungs(scenario)).toEqual(['1.1: ana paged', '1.2: bo paged']);
  });

  it('reads people and their rules when a step is due', () => {
    const scenario = openScenario();
    scenario.knows({ type: 'PersonDisabled', data: { personId: bo } });
    scenario.passes(5);
    expect(rungs(scenario)[1]).toBe('1.2 empty: bo not_reachable');
  });

  it.each([
    ['an archived service', { type: 'ServiceArchived' as const, data: { teamId, serviceId } }],
    ['a policy that is gone', { type: 'PolicyRemoved' as const, data: { teamId, policyId } }],
  ])('goes to the managers at once for %s, then to the owners', (_, fact) => {
    const scenario = new Scenario();
    scenario.knows(fact);
    scenario.receives(alertmanager([alertOf('Disk')]));
    scenario.passes(5);
    expect(rungs(scenario)).toEqual(['1.exhausted: mia paged', '1.owners: ola paged']);
  });

  it('takes one step at once after downtime, and counts the next delay from then', () => {
    const scenario = openScenario();
    scenario.world.awayUntil('2026-11-21T04:12:00.000Z');
    scenario.world.advance(0);
    expect(rungs(scenario)).toEqual(['1.1: ana paged', '1.2: bo paged']);
    scenario.passes(4.9);
    expect(rungs(scenario)).toHaveLength(2);
  });
});

describe('six hours in which nobody answers', () => {
  const runSixHours = (
    setting: Setting,
    provider: Scenario['provider'] = () => ({ ok: true, state: 'sent', providerId: null }),
  ): Scenario => {
    const scenario = new Scenario(setting);
    scenario.provider = provider;
    scenario.receives(alertmanager([alertOf('Disk')]));
    for (let n = 0; n < 72; n += 1) {
      scenario.passes(5);
      expect(scenario.row().next).not.toBeNull();
    }
    return scenario;
  };
  /** The longest time in minutes between two attempts to reach anyone. */
  const longestSilence = (scenario: Scenario): number => {
    const attemptMinutes = scenario.all('AttemptStarted').map(({ meta }) => Date.parse(meta.at) / 60_000);
    return Math.max(
      ...attemptMinutes.slice(1).map((at, n) => at - attemptMinutes[n]!),
      Date.parse(scenario.world.now) / 60_000 - attemptMinutes.at(-1)!,
    );
  };

  it.each<[string, Setting]>([
    ['with a policy of two steps', {}],
    ['with one step and no repeat', { steps: [pages([ana])], repeats: 0 }],
    ['with one person who is everything', { steps: [pages([ola])], noManager: true }],
    ['with nobody in the policy reachable', { contacts: withoutContacts(ana, bo) }],
    ['with nobody but an owner reachable', { contacts: withoutContacts(ana, bo, mia) }],
    ['with ten empty steps', { steps: Array(10).fill(pages([ana])), repeats: 5, contacts: withoutContacts(ana) }],
  ])('are never silent for more than the restart and never spin, %s', (_, setting) => {
    const scenario = runSixHours(setting);
    const longest = Math.max(30, (setting.steps ?? []).length * 5);
    expect(longestSilence(scenario)).toBeLessThanOrEqual(longest);
    expect(scenario.world.events.length).toBeLessThan(2_000);
  });

  it('go on although every provider fails, without spinning', () => {
    const scenario = runSixHours({}, () => ({ ok: false, reason: 'delivery.provider_unreachable', detail: '', retry: true }));
    expect(longestSilence(scenario)).toBeLessThanOrEqual(30);
    expect(scenario.world.events.length).toBeLessThan(3_000);
  });

  it('go on although no provider ever answers, without spinning', () => {
    const scenario = runSixHours({}, () => null);
    expect(longestSilence(scenario)).toBeLessThanOrEqual(30);
    expect(scenario.world.events.length).toBeLessThan(3_000);
  });

  it('wait although nobody at all can be reached, trying again and again', () => {
    const scenario = runSixHours({ contacts: withoutContacts(ana, bo, mia, ola) });
    expect(scenario.row().nobodyHasIt || scenario.row().next !== null).toBe(true);
    scenario.knows(...contactsOfPerson(ola, ['email']));
    scenario.passes(30);
    expect(scenario.paged()).toContain(ola);
  });
});

describe('low urgency', () => {
  const pagedPeople = (scenario: Scenario) => scenario.all('PageStarted').map(({ data }) => [names[data.personId], data.urgency]);

  it('pages step 1 and does not climb', () => {
    const scenario = openScenario({}, 'warning');
    scenario.passes(24 * 60);
    expect(pagedPeople(scenario)).toEqual([['ana', 'low']]);
    expect(scenario.ladder()).toMatchObject({ state: 'stopped', because: 'low_urgency' });
    expect(scenario.row().status).toBe('firing');
  });

  it('climbs where the policy says so, and ends at the managers, by their own rules', () => {
    const contacts = { [mia]: contactsOfPerson(mia, ['webhook', 'email'], [['low', 1, 0]]) };
    const scenario = openScenario({ climbLow: true, repeats: 0, contacts }, 'warning');
    scenario.passes(24 * 60);
    expect(pagedPeople(scenario)).toEqual([
      ['ana', 'low'],
      ['bo', 'low'],
      ['mia', 'low'],
    ]);
    expect(scenario.all('PageStarted').at(-1)!.data.everyMethod).toBe(false);
    expect(scenario.row()).toMatchObject({ next: null, nobodyHasIt: false });
  });

  it('goes on to the next step when somebody can’t be reached', () => {
    expect(pagedPeople(openScenario({ contacts: withoutContacts(ana) }, 'warning'))).toEqual([['bo', 'low']]);
    const unreachedScenario = openScenario({ contacts: withoutContacts(ana, bo) }, 'warning');
    unreachedScenario.passes(24 * 60);
    expect(pagedPeople(unreachedScenario)).toEqual([['mia', 'low']]);
  });

  it('goes on when the page came to nothing', () => {
    const scenario = new Scenario();
    scenario.provider = ({ personId }) =>
      personId === mia
        ? { ok: true, state: 'sent', providerId: null }
        : { ok: false, reason: 'delivery.provider_rejected', detail: '', retry: false };
    scenario.receives(alertmanager([alertOf('Disk', { severity: 'warning' })]));
    scenario.passes(24 * 60);
    expect(pagedPeople(scenario)).toEqual([
      ['ana', 'low'],
      ['bo', 'low'],
      ['mia', 'low'],
    ]);
  });

  it('does not wake owners for an archived service', () => {
    const scenario = new Scenario();
    scenario.knows({ type: 'ServiceArchived', data: { teamId, serviceId } });
    scenario.receives(alertmanager([alertOf('Disk', { severity: 'warning' })]));
    scenario.passes(24 * 60);
    expect(pagedPeople(scenario)).toEqual([['mia', 'low']]);
  });
});

describe('a step that pages one person in turn', () => {
  const roundRobin = (personIds: readonly string[], more: object = {}) => pages(personIds, { oneInTurn: true, ...more });
  const pagedIds = (scenario: Scenario): readonly string[] => scenario.all('PageStarted').map(({ data }) => names[data.personId]!);
  const openAnother = (scenario: Scenario, n: number): void => scenario.receives(alertmanager([alertOf(`Disk ${n}`)], { key: `g${n}` }));

  it('takes the next each time, whichever alert group it is of, and goes round', () => {
    const scenario = new Scenario({ steps: [roundRobin([ana, bo, sam])] });
    for (let n = 0; n < 4; n += 1) openAnother(scenario, n);
    expect(pagedIds(scenario)).toEqual(['ana', 'bo', 'sam', 'ana']);
    expect(scenario.all('EscalationStepTaken').map(({ data }) => data.picked!.place)).toEqual([0, 1, 2, 0]);
  });

  it('goes on in a new version, where the step stands elsewhere in it', () => {
    const steps = toPolicySteps([roundRobin([ana, bo, sam]), pages([mia])]);
    const scenario = new Scenario({ steps });
    openAnother(scenario, 1);
    const movedSteps = [steps[1]!, steps[0]!];
    scenario.knows({ type: 'PolicyChanged', data: { teamId, policyId, version: 2, ...policyRules, steps: movedSteps } });
    openAnother(scenario, 2);
    scenario.passes(5);
    expect(pagedIds(scenario).filter((name) => name !== 'mia')).toEqual(['ana', 'bo']);
  });

  it('passes over whoever can’t be paged, and says so', () => {
    const scenario = new Scenario({ steps: [roundRobin([ana, bo, sam])], contacts: withoutContacts(bo) });
    openAnother(scenario, 1);
    openAnother(scenario, 2);
    expect(pagedIds(scenario)).toEqual(['ana', 'sam']);
    expect(rungs(scenario)).toEqual(['1.1: ana paged', '1.1: bo not_reachable, sam paged']);
  });

  it('is empty where nobody of them can be paged', () => {
    const scenario = new Scenario({ steps: [roundRobin([ana, bo]), pages([sam])], contacts: withoutContacts(ana, bo) });
    openAnother(scenario, 1);
    expect(rungs(scenario)[0]).toBe('1.1 empty: ana not_reachable, bo not_reachable');
    expect(pagedIds(scenario)).toEqual(['sam']);
  });

  it('pages one of a team', () => {
    const scenario = new Scenario({ steps: [pages([], { oneInTurn: true, targets: [{ kind: 'team', teamId }] })] });
    openAnother(scenario, 1);
    openAnother(scenario, 2);
    expect(pagedIds(scenario)).toEqual(['ana', 'bo']);
    expect(scenario.all('PeopleCalledInPart')).toEqual([]);
  });
});
