import type { Fact } from '@tocsin/contracts/catalogue.js';
import type { ConfigStep } from '@tocsin/contracts/config-files/noun.js';
import { makeContext } from '@tocsin/kernel/decide/context.js';
import { foldFacts } from '@tocsin/kernel/decide/decider.js';
import { given } from '@tocsin/kernel/decide/given.js';
import { react } from '@tocsin/kernel/react/process.js';
import { byOwner, bySystem, idOf, readsAfter, recordedFacts, fixtureTime } from '../../configuration.fixture.js';
import { applyProcess } from './apply.process.js';
import { configFilesDecider } from './decider.js';

const [planId, other, teamId] = [idOf('f1'), idOf('f2'), idOf('7e')];
const reads = readsAfter({ type: 'TeamCreated', data: { teamId, name: 'Payments', description: '' } });
const context = { reads, now: fixtureTime };
const owned = [{ kind: 'Team' as const, id: teamId, file: 'a.yaml', line: 1, fields: { name: 'hash' } }];
const steps: ConfigStep[] = [
  { command: { type: 'RenameTeam', data: { teamId, name: 'Pay' } }, about: 'Team Pay', owned },
  { command: null, about: 'Files own', owned: [] },
];
const ofPlan = { source: 'infra', commit: '3f0c' };
const summary = { created: 0, changed: 1, removed: 0 };
const apply = (id: string) => ({ planId: id, ...ofPlan, steps: 2, summary });
const prepared = (id = planId): Fact => ({ type: 'ConfigStepsPrepared', data: { planId: id, part: 0, steps } });
const started: Fact = { type: 'ConfigApplyStarted', data: apply(planId) };
const taken: Fact = {
  type: 'ConfigStepTaken',
  data: { planId, ...ofPlan, step: 0, command: steps[0]!.command, about: 'Team Pay', owned: [] },
};
const take = (step: number) => ({ type: 'TakeConfigStep', data: { planId, step } });

describe('applying a plan', () => {
  it('takes its commands one after the other, and records what its files own once it is done', () => {
    const afterStart = given(configFilesDecider, [prepared(), started]);
    expect(afterStart.when(take(0), context).facts()).toEqual([taken]);
    const second = given(configFilesDecider, [prepared(), started, taken]).when(take(1), context).facts();
    expect(second).toMatchObject([{ type: 'ConfigStepTaken', data: { step: 1, command: null, owned } }]);
    const last = given(configFilesDecider, [prepared(), started, taken, second[0] as Fact])
      .when(take(2), context)
      .facts();
    expect(last).toMatchObject([{ type: 'ConfigApplied', data: { planId, owned: [] } }]);
  });

  it('takes no step twice, and none of another plan', () => {
    const afterStep = given(configFilesDecider, [prepared(), started, taken]);
    expect(afterStep.when(take(0), context).nothing()).toBe(true);
    expect(afterStep.when({ type: 'TakeConfigStep', data: { planId: other, step: 1 } }, context).nothing()).toBe(true);
  });

  it('goes on after a command unless it was refused: then it stops there', () => {
    const [, , event] = recordedFacts([prepared(), started, taken]);
    const [planned] = react([applyProcess], event!, new Map());
    expect(planned).toMatchObject({
      command: steps[0]!.command,
      next: { command: take(1) },
      ifRefused: { command: { type: 'StopConfigApply', data: { planId, step: 0 } } },
    });
    const stopped = given(configFilesDecider, [prepared(), started, taken]).when(planned!.ifRefused!.command, context).facts();
    expect(stopped).toMatchObject([{ type: 'ConfigApplyStopped', data: { because: 'refused', about: 'Team Pay' } }]);
  });

  it('waits for the one before, unless that one has not moved for a quarter of an hour', () => {
    const second = given(configFilesDecider, [prepared(), started, prepared(other)]);
    const start = { type: 'StartConfigApply', data: apply(other) };
    expect(second.when(start, context).refusal()).toBe('config.apply_running');
    const meta = { at: fixtureTime, actor: byOwner, eventId: '', commandId: '', correlationId: '' };
    const state = foldFacts(configFilesDecider, configFilesDecider.initial, [prepared(), started, prepared(other)], meta);
    const now = '2026-11-20T09:16:00.000Z';
    const later = makeContext({ now, actor: byOwner, commandId: 'c', epoch: 0, reads });
    expect(configFilesDecider.decide.StartConfigApply(start.data, state, later)).toMatchObject([
      { type: 'ConfigApplyStopped', data: { because: 'stalled' } },
      { type: 'ConfigApplyStarted' },
    ]);
  });

  it('is refused when another one was prepared in between', () =>
    expect(
      given(configFilesDecider, [prepared(), prepared(other)])
        .when({ type: 'StartConfigApply', data: apply(planId) }, context)
        .refusal(),
    ).toBe('config.stale'));
});

describe('an external key', () => {
  const set = (id: string) => ({ type: 'SetExternalKey', data: { kind: 'Team', id, externalKey: 'opsgenie:1' } });
  const key: Fact = { type: 'ExternalKeySet', data: { kind: 'Team', id: other, externalKey: 'opsgenie:1' } };

  it('belongs to one thing of a kind', () => {
    expect(given(configFilesDecider, []).when(set(teamId), context).facts()).toMatchObject([{ type: 'ExternalKeySet' }]);
    expect(given(configFilesDecider, [key]).when(set(teamId), context).refusal()).toBe('config.external_key_taken');
  });

  it('is of a thing that is there', () =>
    expect(
      given(configFilesDecider, [])
        .when(set(idOf('f9')), context)
        .refusal(),
    ).toBe('config.item_not_found'));

  it('that two were created with at once belongs to the first', () =>
    expect(
      given(configFilesDecider, [key])
        .when(set(teamId), { ...context, actor: bySystem })
        .nothing(),
    ).toBe(true));

  it('is free again once it was removed', () => {
    const removed: Fact = { type: 'ExternalKeySet', data: { kind: 'Team', id: other, externalKey: null } };
    expect(given(configFilesDecider, [key, removed]).when(set(teamId), context).facts()).toHaveLength(1);
  });
});
