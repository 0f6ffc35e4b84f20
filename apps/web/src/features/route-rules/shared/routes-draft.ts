import type { LabelMatcher } from '@tocsin/contracts/conditions.js';
import { organisationRouter, type RouteRulesRow } from '@tocsin/contracts/route-rules/noun.js';
import { v7 } from 'uuid';
import type { StoredDraft } from '../../../data/session/use-stored-state.js';

/** The organisation’s routes with a last rule that holds these alerts for a minute, as an unsaved edit. */
export const holdDraft = (row: RouteRulesRow | undefined, matchers: readonly LabelMatcher[]): StoredDraft<object> => {
  const base = row ? { version: row.version, rules: row.rules } : { version: 0, rules: [] };
  const rule = { ruleId: v7(), rows: [[...matchers]], outcome: { kind: 'default', holdMinutes: 1 }, isOn: true };
  return { name: `routes:${organisationRouter}`, value: { base, rules: [...base.rules, rule] } };
};
