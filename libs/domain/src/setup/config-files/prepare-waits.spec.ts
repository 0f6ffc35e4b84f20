import type { Fact } from '@tocsin/contracts/catalogue.js';
import type { ConfigStep } from '@tocsin/contracts/config-files/noun.js';
import * as fileLimits from '@tocsin/contracts/config-files/limits.js';
import { makeContext } from '@tocsin/kernel/decide/context.js';
import { foldFacts } from '@tocsin/kernel/decide/decider.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { byOwner, fixtureTime, idOf, readsAfter } from '../../configuration.fixture.js';
import { configFilesDecider } from './decider.js';

const [planId, other] = [idOf('f1'), idOf('f2')];
const steps: ConfigStep[] = [{ command: null, about: 'Files own', owned: [] }];
const facts: Fact[] = [
  { type: 'ConfigStepsPrepared', data: { planId, part: 0, steps } },
  {
    type: 'ConfigApplyStarted',
    data: { planId, source: 'infra', commit: null, steps: 1, summary: { created: 0, changed: 1, removed: 0 } },
  },
];

describe('preparing an apply', () => {
  const prepare = { planId: other, part: 0, steps };
  const meta = { at: fixtureTime, actor: byOwner, eventId: '', commandId: '', correlationId: '' };
  const state = foldFacts(configFilesDecider, configFilesDecider.initial, facts, meta);
  const at = (now: string) => {
    const context = makeContext({ now, actor: byOwner, commandId: 'c', epoch: 0, reads: readsAfter() });
    return configFilesDecider.decide.PrepareConfigSteps(prepare, state, context);
  };

  it('is refused while another one goes on: nobody is invited for it', () => {
    expect(at(fixtureTime)).toMatchObject({ code: 'config.apply_running' });
  });

  it('is recorded when that one has not moved for a quarter of an hour', () => {
    expect(at(addMillis(fixtureTime, fileLimits.applyStalled))).toMatchObject([{ type: 'ConfigStepsPrepared' }]);
  });
});
