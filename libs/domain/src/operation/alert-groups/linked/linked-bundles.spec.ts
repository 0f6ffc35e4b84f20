import { alertmanager, alertOf, pagerduty } from '../../routing/signals.fixture.js';
import { ana, bo, Scenario, pages, contactsOfPerson, serviceOf } from '../groups.fixture.js';
import { alertsOfLargeThread, firstOfStorm, opened, secondOfStorm, thirdOfStorm, setStormsOfThisRun } from '@tocsin/testing/storm-size.js';

setStormsOfThisRun();

const thread = (scenario: Scenario, key: string): void =>
  scenario.receives(
    alertmanager(
      Array.from({ length: alertsOfLargeThread }, (_, n) => alertOf(`${key}${n}`, { severity: 'critical' })),
      { key },
    ),
  );
const rowByNumber = (scenario: Scenario, number: number) => scenario.rows().find((row) => row.number === number)!;

/**
 * A storm of #51 and #52 that pages Ana while she is in the wait of a message; `open` of the fifty earlier groups are
 * still open.
 */
const storm = (open: number): Scenario => {
  const scenario = new Scenario({ steps: [pages([ana], { waitMinutes: 60 })], services: 2 });
  for (let n = 0; n < opened; n += 1) scenario.receives(pagerduty(`k${n}`));
  for (const { id } of scenario.rows().slice(open)) scenario.act('ResolveAlertGroup', { groupId: id });
  thread(scenario, 't0-');
  thread(scenario, 't1-');
  scenario.world.advance(0);
  return scenario;
};
const firstEnds = (scenario: Scenario): void => {
  scenario.receives(alertmanager([], { key: 't0-', action: 'resolve' }));
  scenario.world.advance(0);
};
/** The groups whose pages were sent to a provider since the last call. */
const rungGroups = (scenario: Scenario): readonly number[] => {
  const numbers = new Map(scenario.rows().map(({ id, number }) => [id, number]));
  return scenario.news().flatMap((event) => (event.type === 'AttemptStarted' ? [numbers.get(event.data.groupId)!] : []));
};

describe('a storm whose page waits for a bundle', () => {
  it('waits on when the next group leads, and is named by the bundle once', () => {
    const scenario = storm(1);
    scenario.passes(0.5);
    expect(rowByNumber(scenario, firstOfStorm).status).toBe('firing');
    scenario.news();
    firstEnds(scenario);
    scenario.passes(0.4);
    expect(rungGroups(scenario)).toEqual([]);
    scenario.passes(0.2);
    expect(rungGroups(scenario)).toEqual([secondOfStorm]);
    scenario.passes(5);
    expect(rungGroups(scenario)).toEqual([]);
    expect(scenario.idleTimers()).toEqual([]);
  });

  it('is answered for where the group that leads by now is acknowledged: the wait is the short one again', () => {
    const scenario = storm(12);
    scenario.passes(1);
    expect(rungGroups(scenario)).toContain(firstOfStorm);
    firstEnds(scenario);
    for (const { id, status } of scenario.rows()) if (status === 'firing') scenario.act('AcknowledgeAlertGroup', { groupId: id }, ana);
    scenario.news();
    for (const name of ['first', 'second'])
      scenario.receives({ ...alertmanager([alertOf(name, { severity: 'critical' })], { key: name }), serviceId: serviceOf(1) });
    expect(rungGroups(scenario)).toEqual([thirdOfStorm]);
    scenario.passes(1.1);
    expect(rungGroups(scenario)).toEqual([thirdOfStorm + 1]);
  });

  it('takes the next step when it was due: whom the group before rang has heard of it', () => {
    const contacts = { [ana]: contactsOfPerson(ana, ['email', 'webhook'], [['high', 0, 0], ['high', 1, 2]]) }; // prettier-ignore
    const scenario = new Scenario({ steps: [pages([ana], { waitMinutes: 5 }), pages([bo])], services: 2, contacts });
    for (let n = 0; n < opened; n += 1) scenario.receives(pagerduty(`k${n}`));
    for (const { id } of scenario.rows()) scenario.act('ResolveAlertGroup', { groupId: id });
    scenario.passes(1.1);
    scenario.receives({ ...alertmanager([alertOf('other', { severity: 'critical' })], { key: 'other' }), serviceId: serviceOf(1) });
    scenario.passes(0.5);
    thread(scenario, 't0-');
    thread(scenario, 't1-');
    scenario.passes(1);
    const [first, next] = scenario.rows().filter(({ storm: one, status }) => one && status === 'firing');
    scenario.news();
    firstEnds(scenario);
    scenario.passes(1.2);
    expect(scenario.news().some(({ type, data }) => type === 'AttemptWaits' && data.groupId === next!.id)).toBe(true);
    expect(rowByNumber(scenario, next!.number).next).toEqual(first!.next);
  });
});
