import { alertmanager, alertOf, resolvedAlert } from '../routing/signals.fixture.js';
import { as, ola, Scenario } from './groups.fixture.js';

/** Two alerts fire in one group; then a text of the event that opened it is redacted. */
const redactedScenario = (...path: readonly string[]): Scenario => {
  const scenario = new Scenario();
  scenario.receives(alertmanager([alertOf('Disk', { summary: 'Disk of Zerafina' }), alertOf('Memory')]));
  const { ordinal, stream } = scenario.all('AlertGroupOpened')[0]!;
  scenario.world.run({ type: 'RedactText', data: { ordinal, stream, path: [...path] } }, { actor: as(ola) });
  scenario.world.advance(0);
  scenario.news();
  return scenario;
};
const newTitles = (scenario: Scenario): readonly unknown[] => scenario.news().flatMap(({ data }) => ('title' in data ? [data.title] : []));

describe('the title of a group of which a text was redacted', () => {
  it('is not made from it again: neither when an alert ends, nor when another fires', () => {
    const scenario = redactedScenario('title');
    scenario.receives(alertmanager([alertOf('Disk', { summary: 'Disk of Zerafina' }), resolvedAlert('Memory')]));
    scenario.receives(alertmanager([alertOf('Disk', { summary: 'Disk of Zerafina' }), alertOf('Cable')]));
    expect(newTitles(scenario)).toEqual(['[redacted]', '[redacted]']);
  });

  it('is made from what its source sends when it fires again', () => {
    const scenario = redactedScenario('alerts', '0', 'summary');
    scenario.receives(alertmanager([], { action: 'resolve' }));
    scenario.passes(1);
    scenario.receives(alertmanager([alertOf('Cable', { startsAt: scenario.world.now, summary: 'A cable is loose' })]));
    expect(newTitles(scenario).at(-1)).toBe('A cable is loose');
  });

  it('stays as it is where a note was redacted', () => {
    const scenario = redactedScenario('text');
    scenario.receives(alertmanager([alertOf('Disk', { summary: 'Disk of Zerafina' }), resolvedAlert('Memory')]));
    expect(newTitles(scenario)).toEqual(['Disk of Zerafina']);
  });
});
