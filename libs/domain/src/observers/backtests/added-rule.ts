import type { BacktestChange } from '@tocsin/contracts/backtests/backtests.js';
import type { ContactRow, NotificationRule } from '@tocsin/contracts/contacts/rows.js';
import type { Message } from '@tocsin/kernel/decide/decider.js';
import type { Act } from '@tocsin/kernel/replay/what-if.js';
import { rulesIn } from '../../setup/contacts/shared/rules-in.js';

export type AddedRule = Extract<BacktestChange, { readonly type: 'AddNotificationRule' }>['data'];
type RuleSettings = Pick<NotificationRule, 'contactMethodId' | 'urgency' | 'delayMinutes'>;
type RuleAct = Pick<Act, 'command' | 'was' | 'world'>;

const isSameRule = (one: RuleSettings, other: RuleSettings): boolean =>
  one.contactMethodId === other.contactMethodId && one.urgency === other.urgency && one.delayMinutes === other.delayMinutes;

const rulesOf = (state: unknown): readonly NotificationRule[] => (state as Partial<ContactRow> | null | undefined)?.rules ?? [];

interface RuleEdit {
  readonly personId: string;
  readonly ruleId: string;
  /** The rule as it was recorded before the edit. */
  readonly before: NotificationRule;
  /** Null: it was removed. */
  readonly after: NotificationRule | null;
}

const editOf = ({ command: { type, data }, was }: RuleAct): RuleEdit | null => {
  if (type !== 'ChangeNotificationRule' && type !== 'RemoveNotificationRule') return null;
  const { personId, ruleId, delayMinutes } = data as { readonly personId: string; readonly ruleId: string; readonly delayMinutes?: number };
  const before = rulesOf(was).find((rule) => rule.ruleId === ruleId);
  return before ? { personId, ruleId, before, after: delayMinutes === undefined ? null : { ...before, delayMinutes } } : null;
};

/** The added rule stays; another delay is that of a second rule. Its id is free where the recorded rule was added in the range. */
const addSecondRule = (
  { personId, ruleId, after }: RuleEdit,
  addedRule: AddedRule,
  currentRules: readonly NotificationRule[],
): Message | null => {
  if (!after || isSameRule(after, addedRule)) return null;
  const { contactMethodId, urgency, delayMinutes } = after;
  const idField = currentRules.every((rule) => rule.ruleId !== ruleId) ? { ruleId } : {};
  return { type: 'AddNotificationRule', data: { personId, contactMethodId, urgency, delayMinutes, ...idField } };
};

/** The id that the recorded rule has there: where it became a second rule, another one. */
const findRuleId = ({ ruleId, before }: RuleEdit, currentRules: readonly NotificationRule[]): string => {
  const sameRules = currentRules.filter((rule) => isSameRule(rule, before));
  return (sameRules.find((rule) => rule.ruleId === ruleId) ?? sameRules[0])?.ruleId ?? ruleId;
};

/**
 * Repeats a recorded act when a notification rule was added at the start of the range, and stays: the same rule is neither added again nor removed,
 * and one changed from or to its delay is a second rule. Other acts are unchanged.
 */
export const repeatBesideRule = (addedRule: AddedRule, act: RuleAct): Message | null => {
  const { type, data } = act.command;
  if (type === 'AddNotificationRule') return isSameRule(data as AddedRule, addedRule) ? null : act.command;
  const edit = editOf(act);
  if (edit?.personId !== addedRule.personId) return act.command;
  const { personId, before, after } = edit;
  const currentRules = rulesIn(act.world, personId);
  if (isSameRule(before, addedRule)) return addSecondRule(edit, addedRule, currentRules);
  const ruleId = findRuleId(edit, currentRules);
  if (after && isSameRule(after, addedRule)) return { type: 'RemoveNotificationRule', data: { personId, ruleId } };
  return ruleId === edit.ruleId ? act.command : { type, data: { ...(data as object), ruleId } };
};
