import type { InhibitionFact, InhibitionRuleRow } from '@tocsin/contracts/inhibition/noun.js';
import { viewOf, type RowFold } from '../../rules/row-fold.js';
import { teamKeyOf } from '../../rules/team-rows.js';

export const inhibitionFold: RowFold<InhibitionRuleRow, InhibitionFact> = {
  id: ({ ruleId }) => ruleId,
  steps: {
    InhibitionRuleSaved: (_row, { ruleId: id, ...settings }, { at: changedAt, actor }) => ({ id, ...settings, changedAt, by: actor.id }),
    InhibitionRuleRemoved: () => null,
  },
};

export const inhibitionRulesView = viewOf('inhibitionRules', inhibitionFold, {
  columns: { teamId: ({ teamId }) => teamId },
  indexes: { teamId: teamKeyOf },
});
