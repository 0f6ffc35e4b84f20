import * as inhibitionLimits from '@tocsin/contracts/inhibition/limits.js';
import { limits } from '@tocsin/contracts/limits.js';
import { peopleWorld } from '@tocsin/testing/largest/small-world.js';
import type { LargestCases } from '@tocsin/testing/largest/case.js';
import { longest, longName, many, nth } from '@tocsin/testing/largest/large-world.js';

const ruleId = nth('1b', 0);
const matchers = many(inhibitionLimits.matchers, (n) => ({
  label: `${n}`.padEnd(limits.matcherCharacters, '漢'),
  operator: '=' as const,
  value: longest(limits.matcherCharacters),
}));
const rule = {
  ruleId,
  teamId: null,
  name: longName(),
  source: matchers,
  target: matchers,
  equal: many(inhibitionLimits.equalLabels, (n) => `${n}`.padEnd(limits.matcherCharacters, '漢')),
  isOn: true,
};

export const largest: LargestCases = {
  SaveInhibitionRule: () => ({ large: peopleWorld(), data: rule }),
  RemoveInhibitionRule: () => ({ large: peopleWorld().has('inhibition', { type: 'InhibitionRuleSaved', data: rule }), data: { ruleId } }),
};
