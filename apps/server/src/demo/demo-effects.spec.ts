import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import { domainReads } from '@tocsin/domain/domain-reads.js';
import { ana, contactsOfPerson, pages, Scenario } from '@tocsin/domain/operation/alert-groups/groups.fixture.js';
import { pagerduty } from '@tocsin/domain/operation/routing/signals.fixture.js';
import type { Message } from '@tocsin/kernel/decide/decider.js';
import { systemActor } from '@tocsin/kernel/react/process.js';
import type { EffectOutcome } from '@tocsin/platform/reactor/effect.js';
import { demoEffects } from './demo-effects.js';

const createScenario = (): Scenario => {
  const scenario = new Scenario({ steps: [pages([ana])], contacts: { [ana]: contactsOfPerson(ana, ['push'], [['high', 0, 0]]) } });
  scenario.provider = () => null;
  scenario.receives(pagerduty('k0'));
  return scenario;
};

/** Records what came of an event, as the reactor does. */
const record = (scenario: Scenario, outcome: EffectOutcome | undefined): void => {
  if (!outcome || outcome.kind === 'failed') return;
  const records: readonly Message[] = [...(outcome.record ? [outcome.record] : []), ...(outcome.each ?? []).map((one) => one.record)];
  for (const command of records) scenario.world.run(command, { actor: systemActor });
};
const deliver = (scenario: Scenario, event: RecordedOf<'AttemptStarted'>): void =>
  record(scenario, demoEffects.AttemptStarted(event, domainReads(scenario.world.memory)));

describe('the calls of a demo', () => {
  it('deliver what is sent to a phone, once', () => {
    const scenario = createScenario();
    const [started] = scenario.all('AttemptStarted');
    deliver(scenario, started!);
    expect(scenario.all('AttemptDelivered').map(({ data }) => data.attemptId)).toEqual([started!.data.attemptId]);
    deliver(scenario, started!);
    expect(scenario.all('AttemptDelivered')).toHaveLength(1);
  });

  it('deliver each page of a message that tells of several', () => {
    const scenario = createScenario();
    deliver(scenario, scenario.all('AttemptStarted')[0]!);
    for (const key of ['k1', 'k2']) scenario.receives(pagerduty(key));
    scenario.passes(2);
    const bundled = scenario.all('AttemptStarted').slice(1);
    for (const event of bundled) deliver(scenario, event);
    expect(scenario.all('AttemptDelivered')).toHaveLength(1);
    record(scenario, demoEffects.BundleStarted(scenario.all('BundleStarted')[0]!, domainReads(scenario.world.memory)));
    expect(scenario.all('AttemptDelivered').map(({ data }) => data.attemptId)).toEqual([
      expect.any(String),
      ...bundled.map(({ data }) => data.attemptId),
    ]);
    expect(bundled).toHaveLength(2);
  });
});
