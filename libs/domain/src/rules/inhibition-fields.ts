import type { InhibitionRuleRow } from '@tocsin/contracts/inhibition/noun.js';
import { fieldsNamedBy, type FieldName } from './seen-alert.js';

export const fieldsOfRule = (rule: InhibitionRuleRow): readonly FieldName[] =>
  fieldsNamedBy(rule, () => [...[...rule.source, ...rule.target].map(({ label }) => label), ...rule.equal]);
