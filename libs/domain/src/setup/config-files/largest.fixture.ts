import type { Fact } from '@tocsin/contracts/catalogue.js';
import * as fileLimits from '@tocsin/contracts/config-files/limits.js';
import type { ConfigStep, OwnedItem } from '@tocsin/contracts/config-files/noun.js';
import type { LargestCase, LargestCases } from '@tocsin/testing/largest/case.js';
import { teamCreated } from '@tocsin/testing/largest/facts.js';
import { actorWithRole, bySystem, longest, many, nth, person } from '@tocsin/testing/largest/large-world.js';
import { peopleWorld } from '@tocsin/testing/largest/small-world.js';

const me = actorWithRole(person(0), 'owner');
const planId = nth('cf', 0);
const teamId = nth('7e', 0);

const owned = many(fileLimits.ownedTogether, (n): OwnedItem => ({
  kind: 'Policy',
  id: nth('90', n),
  file: longest(500),
  line: 1,
  fields: Object.fromEntries(many(60, (field) => [`layers[${field}].${'漢'.repeat(20)}`, '0123456789abc'])),
}));
const step: ConfigStep = { command: null, about: longest(200), owned };
/** As many characters as a part has: most of them take three bytes. */
const steps: ConfigStep[] = [{ ...step, about: '漢'.repeat(fileLimits.stepCharacters - JSON.stringify(step).length) }];

const prepared: Fact = { type: 'ConfigStepsPrepared', data: { planId, part: 0, steps: [step, step] } };
const apply = { planId, source: 'a'.repeat(fileLimits.sourceCharacters), commit: longest(200), steps: 2 };
const started: Fact = { type: 'ConfigApplyStarted', data: { ...apply, summary: { created: 1, changed: 0, removed: 0 } } };
const taken: Fact = {
  type: 'ConfigStepTaken',
  data: { planId, source: apply.source, commit: apply.commit, step: 0, command: null, about: step.about, owned: [] },
};

const onPlan = (facts: readonly Fact[], data: object, actor = me): LargestCase => {
  const large = peopleWorld().has(`team-${teamId}`, teamCreated(teamId));
  if (facts.length > 0) large.has('config-files', ...facts);
  return { large, data, actor };
};

/** As left by a server that stopped: from each recorded step the next one follows, and none of it is left for the command. */
const whileApplied = (data: object): LargestCase => {
  const one = onPlan([prepared], data, bySystem);
  const { world } = one.large;
  for (const fact of [started, taken]) {
    const last = world.events.at(-1)!;
    const ordinal = last.ordinal + 1;
    world.fold({
      ...last,
      ...fact,
      id: nth('ef', ordinal),
      ordinal,
      revision: last.revision + 1,
      meta: { ...last.meta, handledUpTo: ordinal },
    });
  }
  world.resume();
  return one;
};

export const largest: LargestCases = {
  SetExternalKey: () => onPlan([], { kind: 'Team', id: teamId, externalKey: longest(200) }),
  PrepareConfigSteps: () => onPlan([], { planId, part: 0, steps }),
  StartConfigApply: () => onPlan([prepared], { ...apply, summary: { created: 1, changed: 0, removed: 0 } }),
  TakeConfigStep: () => whileApplied({ planId, step: 1 }),
  StopConfigApply: () => whileApplied({ planId, step: 0 }),
};
