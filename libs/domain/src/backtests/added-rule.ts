import type { BacktestChange } from '@tocsin/contracts/backtests.js';
import type { ContactRow, NotificationRule } from '@tocsin/contracts/contact-rows.js';
import type { Message } from '@tocsin/kernel/decide/decider.js';
import type { Act } from '@tocsin/kernel/replay/what-if.js';
import { rulesIn } from '../contacts/shared/rules-in.js';

export type AddedRule = Extract<BacktestChange, { readonly type: 'AddNotificationRule' }>['data'];
type Described = Pick<NotificationRule, 'contactMethodId' | 'urgency' | 'delayMinutes'>;
type RuleAct = Pick<Act, 'command' | 'was' | 'world'>;

const isSameRule = (one: Described, other: Described): boolean =>
  one.contactMethodId === other.contactMethodId && one.urgency === other.urgency && one.delayMinutes === other.delayMinutes;

const rulesOf = (state: unknown): readonly NotificationRule[] => (state as Partial<ContactRow> | null | undefined)?.rules ?? [];

interface Edit {
  readonly personId: string;
  readonly ruleId: string;
  /** The rule as it was recorded before the edit. */
  readonly before: NotificationRule;
  /** Null: it was removed. */
  readonly after: NotificationRule | null;
}

const editIn = ({ command: { type, data }, was }: RuleAct): Edit | null => {
  if (type !== 'ChangeNotificationRule' && type !== 'RemoveNotificationRule') return null;
  const { personId, ruleId, delayMinutes } = data as { readonly personId: string; readonly ruleId: string; readonly delayMinutes?: number };
  const before = rulesOf(was).find((rule) => rule.ruleId === ruleId);
  return before ? { personId, ruleId, before, after: delayMinutes === undefined ? null : { ...before, delayMinutes } } : null;
};

/** The added rule stays; another delay is that of a second rule. Its id is free where the recorded rule was added in the range. */
const secondRule = ({ personId, ruleId, after }: Edit, added: AddedRule, there: readonly NotificationRule[]): Message | null => {
  if (!after || isSameRule(after, added)) return null;
  const { contactMethodId, urgency, delayMinutes } = after;
  const own = there.every((rule) => rule.ruleId !== ruleId) ? { ruleId } : {};
  return { type: 'AddNotificationRule', data: { personId, contactMethodId, urgency, delayMinutes, ...own } };
};

/** The id that the recorded rule has there: where it became a second rule, another one. */
const idThere = ({ ruleId, before }: Edit, there: readonly NotificationRule[]): string => {
  const same = there.filter((rule) => isSameRule(rule, before));
  return (same.find((rule) => rule.ruleId === ruleId) ?? same[0])?.ruleId ?? ruleId;
};

/**
 * Repeats a recorded act when a notification rule was added at the start of the range, and stays: the same rule is neither added again nor removed,
 * and one changed from or to its delay is a second rule. Other acts are unchanged.
 */
export const besideAddedRule = (added: AddedRule, act: RuleAct): Message | null => {
  const { type, data } = act.command;
  if (type === 'AddNotificationRule') return isSameRule(data as AddedRule, added) ? null : act.command;
  const edit = editIn(act);
  if (edit?.personId !== added.personId) return act.command;
  const { personId, before, after } = edit;
  const there = rulesIn(act.world, personId);
  if (isSameRule(before, added)) return secondRule(edit, added, there);
  const ruleId = idThere(edit, there);
  if (after && isSameRule(after, added)) return { type: 'RemoveNotificationRule', data: { personId, ruleId } };
  return ruleId === edit.ruleId ? act.command : { type, data: { ...(data as object), ruleId } };
};
