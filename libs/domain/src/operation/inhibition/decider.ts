import type { commands as inhibitionCommands, InhibitionFact, InhibitionRuleRow } from '@tocsin/contracts/inhibition/noun.js';
import * as inhibitionLimits from '@tocsin/contracts/inhibition/limits.js';
import type { Messages } from '@tocsin/contracts/message.js';
import type { RefusalCode } from '@tocsin/contracts/refusals.js';
import type { LabelMatcher } from '@tocsin/contracts/conditions.js';
import type { Refusal } from '@tocsin/kernel/decide/refusal.js';
import { sameFor, type InputsOf } from '../../inputs.js';
import { doMatch, patternProblemOf } from '../../rules/matchers.js';
import { refuseManyPatterns } from '../../rules/pattern-budget.js';
import { refuse } from '../../rules/refuse.js';
import { refuseUnlessConfigurer, requireFreeName, requireWithinLimit, type About } from '../../rules/settings-checks.js';
import { settingsNoun } from '../../rules/settings-noun.js';
import { inhibitionFold } from './views.js';

export type InhibitionCommand = Messages<typeof inhibitionCommands>;
type Row = InhibitionRuleRow;
type Data = Extract<InhibitionCommand, { type: 'SaveInhibitionRule' }>['data'];

const rules = settingsNoun<Row, InhibitionCommand, InhibitionFact>({ category: 'inhibition', fold: inhibitionFold, newId: 'inhibition' });

/** A rule stays with its team. */
const ofSameTeam = ({ data, row, rows }: About<Row, Data>): readonly Row[] => {
  const teamId = row ? row.teamId : data.teamId;
  return rows.values().filter((one) => one.teamId === teamId);
};
const mayConfigure = ({ context, row }: About<Row, unknown>, teamId: string | null): Refusal<RefusalCode> | null =>
  refuseUnlessConfigurer(context, 'service.configure', row ? row.teamId : teamId);

/** One that is switched off is compared with nothing. */
const conditionsOf = ({ isOn, source, target }: Pick<Row, 'isOn' | 'source' | 'target'>): readonly LabelMatcher[] =>
  isOn ? [...source, ...target] : [];

const refuseMatchers = (matchers: readonly LabelMatcher[], field: string): Refusal<RefusalCode> | null => {
  for (const [n, matcher] of matchers.entries()) {
    const reason = patternProblemOf(matcher);
    if (reason !== null) return refuse('inhibition.pattern_invalid', { reason }, `${field}.${n}.value`);
  }
  return doMatch(matchers, {}) ? refuse('inhibition.matches_everything', {}, field) : null;
};

/** Rules of all teams: the stream `inhibition`. */
export const inhibitionDecider = rules.decider({
  SaveInhibitionRule: rules.save({
    may: (about) => mayConfigure(about, about.data.teamId),
    checks: [
      requireFreeName<Row, Data>('inhibition.name_taken', ofSameTeam),
      requireWithinLimit<Row, Data>(inhibitionLimits.perTeam, 'limit.inhibition', ofSameTeam),
      ({ data: { teamId }, context }) =>
        teamId !== null && !context.reads.teams.get(teamId) ? refuse('team.not_found', {}, 'teamId') : null,
      ({ data }) => refuseMatchers(data.source, 'source') ?? refuseMatchers(data.target, 'target'),
      (about) =>
        refuseManyPatterns(
          conditionsOf(about.data),
          ofSameTeam(about)
            .filter(({ id }) => id !== about.row?.id)
            .map(conditionsOf),
          'source',
          about.row && conditionsOf(about.row),
        ),
    ],
    settings: ({ row, data: { ruleId: _id, teamId, ...settings } }) => ({ teamId: row ? row.teamId : teamId, ...settings }),
    fact: (ruleId, settings) => ({ type: 'InhibitionRuleSaved', data: { ruleId, ...settings } }),
  }),
  RemoveInhibitionRule: rules.act({
    may: (about) => mayConfigure(about, null),
    missing: 'inhibition.not_found',
    fact: ({ id: ruleId, row: { teamId, name } }) => ({ type: 'InhibitionRuleRemoved', data: { ruleId, teamId, name } }),
  }),
});

export const inputs: InputsOf<InhibitionFact, InhibitionCommand> = {
  InhibitionRuleSaved: sameFor<InhibitionCommand>()('SaveInhibitionRule'),
  InhibitionRuleRemoved: ({ ruleId }) => ({ type: 'RemoveInhibitionRule', data: { ruleId } }),
};
