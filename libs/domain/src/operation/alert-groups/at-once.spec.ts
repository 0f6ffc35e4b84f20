import * as routingLimits from '@tocsin/contracts/routing/limits.js';
import { alertmanager, alertOf } from '../routing/signals.fixture.js';
import { Scenario } from './groups.fixture.js';

const openWith = (details: string) => {
  const scenario = new Scenario();
  scenario.receives(alertmanager([alertOf('Disk', { details, labels: {}, summary: '' })]));
  const [opened, taken, started] = (['AlertGroupOpened', 'EscalationStepTaken', 'PageStarted'] as const).map(
    (type) => scenario.all(type)[0]!,
  );
  return { scenario, opened: opened!, taken: taken!, started: started! };
};

describe('what opens an alert group', () => {
  it('pages step 1 in the same append: nobody waits for another one', () => {
    const { scenario, opened, taken, started } = openWith('x'.repeat(routingLimits.pagedAtOnceCharacters));
    expect([taken.meta.commandId, started.meta.commandId]).toEqual([opened.meta.commandId, opened.meta.commandId]);
    expect(scenario.all('EscalationStepPlanned').map(({ data }) => [data.round, data.step])).toEqual([[1, 2]]);
  });

  it('leaves step 1 to an append of its own when it is large itself: both fit', () => {
    const { scenario, opened, taken } = openWith('x'.repeat(routingLimits.pagedAtOnceCharacters + 1));
    expect(taken.meta.commandId).not.toBe(opened.meta.commandId);
    expect(scenario.all('EscalationStepPlanned').map(({ data }) => data.step)).toEqual([1, 2]);
  });
});
