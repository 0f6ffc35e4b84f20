import type { BacktestChange } from '@tocsin/contracts/backtests.js';
import type { ContactRow, NotificationRule } from '@tocsin/contracts/contact-rows.js';
import type { Message } from '@tocsin/kernel/decide/decider.js';
import type { Act } from '@tocsin/kernel/replay/what-if.js';

export type AddedRule = Extract<BacktestChange, { readonly type: 'AddNotificationRule' }>['data'];
type Described = Pick<NotificationRule, 'contactMethodId' | 'urgency' | 'delayMinutes'>;
type RuleAct = Pick<Act, 'command' | 'was' | 'world'>;

const isSameRule = (one: Described, other: Described): boolean =>
  one.contactMethodId === other.contactMethodId && one.urgency === other.urgency && one.delayMinutes === other.delayMinutes;

const rulesOf = (state: unknown): readonly NotificationRule[] => (state as Partial<ContactRow> | null | undefined)?.rules ?? [];

/**
 * Repeats a recorded act where a notification rule was added at the beginning of the range, and stays: the same rule is neither added again nor
 * removed, and one that was changed from or to its delay is a second rule. Other acts are repeated as they are.
 */
export const besideAddedRule = (added: AddedRule, { command, was, world }: RuleAct): Message | null => {
  const { type, data } = command;
  if (type === 'AddNotificationRule') return isSameRule(data as AddedRule, added) ? null : command;
  if (type !== 'ChangeNotificationRule' && type !== 'RemoveNotificationRule') return command;
  const { personId, ruleId, delayMinutes } = data as { readonly personId: string; readonly ruleId: string; readonly delayMinutes?: number };
  const recorded = rulesOf(was).find((rule) => rule.ruleId === ruleId);
  if (personId !== added.personId || !recorded) return command;
  const there = rulesOf(world.state(`person-${personId}`));
  const after = delayMinutes === undefined ? null : { ...recorded, delayMinutes };
  if (isSameRule(recorded, added)) {
    if (!after || isSameRule(after, added)) return null;
    const { contactMethodId, urgency } = after;
    const isIdFree = there.every((rule) => rule.ruleId !== ruleId);
    return {
      type: 'AddNotificationRule',
      data: { personId, contactMethodId, urgency, delayMinutes, ...(isIdFree ? { ruleId } : {}) },
    };
  }
  const same = there.filter((rule) => isSameRule(rule, recorded));
  const id = (same.find((rule) => rule.ruleId === ruleId) ?? same[0])?.ruleId ?? ruleId;
  if (after && isSameRule(after, added)) return { type: 'RemoveNotificationRule', data: { personId, ruleId: id } };
  return id === ruleId ? command : { type, data: { ...(data as object), ruleId: id } };
};
