import type { SenderAct } from '@tocsin/contracts/routing/sender-acts.js';
import * as integrationLimits from '@tocsin/contracts/integrations/limits.js';
import { listAlerts } from './alert-table.js';
import { generic } from '../routing/signals.fixture.js';
import { ana, bo, contactsOfPerson, pages, Scenario, zoe, sam, type Setting } from './groups.fixture.js';

const begun = (setting: Setting = {}): Scenario => {
  const scenario = new Scenario({ steps: [pages([ana])], ...setting });
  scenario.receives(generic('k', 'trigger'));
  scenario.news();
  return scenario;
};
const does = (scenario: Scenario, act: SenderAct): void => {
  const data = generic('k', 'trigger');
  scenario.receives({ ...data, signal: { ...data.signal, action: 'act', alerts: [], act } });
};
const person = (personId: string) => ({ kind: 'person', personId }) as const;
const labelsOf = (scenario: Scenario) => listAlerts(scenario.group().alerts)[0]!.labels;

describe('a sender that assigns an alert', () => {
  it('asks the person, who must accept', () => {
    const scenario = begun();
    does(scenario, { kind: 'assign', personId: bo });
    expect(scenario.paged()).toEqual([bo]);
    expect(scenario.row()).toMatchObject({ status: 'acknowledged', holder: { kind: 'sender' } });
  });

  it.each([
    ['observes', zoe, {}],
    ['can’t be reached', bo, { contacts: { [bo]: contactsOfPerson(bo, []) } }],
  ])('to someone who %s leaves it firing', (_why, personId, setting) => {
    const scenario = begun(setting);
    does(scenario, { kind: 'assign', personId });
    expect(scenario.row().status).toBe('firing');
    expect(scenario.all('AlertGroupAcknowledged')).toEqual([]);
  });

  it('to someone who sleeps has it fire again: nobody works on it', () => {
    const scenario = begun({ steps: [pages([ana]), pages([sam])] });
    does(scenario, { kind: 'assign', personId: bo });
    scenario.news();
    scenario.passes(5);
    expect(scenario.row().status).toBe('firing');
    scenario.passes(6);
    expect(scenario.paged()).not.toEqual([]);
  });
});

describe('a sender that adds responders', () => {
  it('pages those who can be asked, whoever else it names', () => {
    const scenario = begun();
    does(scenario, { kind: 'add_responders', targets: [person(zoe), person(bo), { kind: 'team', teamId: ana }] });
    expect(scenario.paged()).toEqual([bo]);
  });
});

describe('a sender that describes an alert', () => {
  it('can’t make it larger without end', () => {
    const scenario = begun();
    for (let n = 0; n < 10; n += 1) {
      const names = Array.from({ length: integrationLimits.labelsPerAlert }, (_, m) => `${n}-${m}`.padEnd(1_000, 'x'));
      does(scenario, { kind: 'rewrite', labels: Object.fromEntries(names.map((name) => [name, name])), tags: names });
    }
    const labels = labelsOf(scenario);
    expect(Object.keys(labels).length).toBeLessThanOrEqual(integrationLimits.labelsPerAlert);
    expect(JSON.stringify(labels).length).toBeLessThan(70_000);
    expect((labels['tags'] ?? '').length).toBeLessThanOrEqual(integrationLimits.labelCharacters);
  });
});
