import { z } from 'zod';
import { labelMatcher } from '../conditions.js';
import { exampleIds as ids, type Examples } from '../examples.js';
import { id, instant, name, typedName } from '../ids.js';
import { limits } from '../limits.js';
import { command, event, type Messages } from '../message.js';
import * as inhibitionLimits from './limits.js';

export { refusals } from './refusals.js';

const matchers = z.array(labelMatcher);
const settings = {
  name,
  /** While an alert fires that matches all of `source`, those that match all of `target` are muted, if they have the same values of `equal`. */
  source: matchers,
  target: matchers,
  equal: z.array(z.string()),
  isOn: z.boolean(),
};
/** `teamId` null: the whole organisation. */
const about = { ruleId: id, teamId: id.nullable() };

/** Facts of the stream `inhibition`. */
export const events = {
  InhibitionRuleSaved: event(
    1,
    ['alerts', 'Inhibition rule saved'],
    'An inhibition rule was made or changed: while one alert fires, others are muted.',
    z.object({ ...about, ...settings }),
  ),
  InhibitionRuleRemoved: event(
    1,
    ['alerts', 'Inhibition rule removed'],
    'An inhibition rule was removed: what it muted and still fires settles for 5 minutes.',
    z.object({ ...about, name }),
  ),
};
export type InhibitionFact = Messages<typeof events>;

const typedMatchers = matchers.min(1).max(inhibitionLimits.matchers);

export const commands = {
  SaveInhibitionRule: command(
    'Make or change an inhibition rule',
    'service.configure',
    z.strictObject({
      ruleId: id.optional(),
      teamId: id.nullable(),
      name: typedName,
      source: typedMatchers,
      target: typedMatchers,
      equal: z.array(z.string().trim().min(1).max(limits.matcherCharacters)).max(inhibitionLimits.equalLabels).default([]),
      isOn: z.boolean().default(true),
    }),
  ),
  RemoveInhibitionRule: command('Remove an inhibition rule', 'service.configure', z.strictObject({ ruleId: id })),
};

export const examples: Examples<typeof commands> = {
  SaveInhibitionRule: {
    body: {
      teamId: ids.team,
      name: 'A cluster that is down',
      source: [{ label: 'alertname', operator: '=', value: 'ClusterDown' }],
      target: [{ label: 'severity', operator: '=', value: 'warning' }],
      equal: ['cluster'],
    },
  },
  RemoveInhibitionRule: { body: { ruleId: ids.other }, refusedAs: 'inhibition.not_found' },
};

export const inhibitionRuleRow = z.object({ id, teamId: id.nullable(), ...settings, changedAt: instant, by: z.string() });
export type InhibitionRuleRow = z.infer<typeof inhibitionRuleRow>;

/** Response rows by view name. */
export const views = { inhibitionRules: inhibitionRuleRow };
