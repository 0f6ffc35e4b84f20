import * as contactLimits from '@tocsin/contracts/contacts/limits.js';
import type { ContactFact } from '@tocsin/contracts/contacts/events.js';
import type { ContactRow, NotificationRule } from '@tocsin/contracts/contacts/rows.js';
import type { DataOf, Decision } from '@tocsin/kernel/decide/decider.js';
import { Nothing } from '@tocsin/kernel/decide/refusal.js';
import type { ConfigurationContext } from '../../reads.js';
import { refuse } from '../../rules/refuse.js';
import type { ContactCommand } from './commands.js';
import { findMethod } from './methods.js';

type Data<T extends ContactCommand['type']> = DataOf<ContactCommand, T>;
type ContactDecision = Decision<ContactFact>;

const findRule = (row: ContactRow, id: string): NotificationRule | undefined => row.rules.find(({ ruleId }) => ruleId === id);

const sameIn = (
  row: ContactRow,
  { urgency, contactMethodId, delayMinutes }: Omit<NotificationRule, 'ruleId'>,
): NotificationRule | undefined =>
  row.rules.find((rule) => rule.urgency === urgency && rule.contactMethodId === contactMethodId && rule.delayMinutes === delayMinutes);

export const addRule = (data: Data<'AddNotificationRule'>, row: ContactRow, context: ConfigurationContext): ContactDecision => {
  const { personId, urgency, contactMethodId, delayMinutes } = data;
  if (!findMethod(row, contactMethodId)) return refuse('contact_method.not_found', {}, 'contactMethodId');
  const ruleId = data.ruleId ?? context.newId('rule');
  const sameRule = sameIn(row, { urgency, contactMethodId, delayMinutes });
  if (sameRule) return new Nothing({ ruleId: sameRule.ruleId });
  if (findRule(row, ruleId)) return refuse('conflict.revision', { name: 'The notification rule' });
  const limit = contactLimits.notificationRulesPerPerson;
  if (row.rules.length >= limit) return refuse('limit.notification_rules', { limit });
  return [{ type: 'NotificationRuleAdded', data: { personId, ruleId, urgency, contactMethodId, delayMinutes } }];
};

export const changeRule = (data: Data<'ChangeNotificationRule'>, row: ContactRow): ContactDecision => {
  const rule = findRule(row, data.ruleId);
  if (!rule) return refuse('notification_rule.not_found');
  // it would page twice at once
  const sameRule = sameIn(row, { ...rule, delayMinutes: data.delayMinutes });
  return sameRule ? new Nothing({ ruleId: sameRule.ruleId }) : [{ type: 'NotificationRuleChanged', data }];
};

export const removeRule = (data: Data<'RemoveNotificationRule'>, row: ContactRow): ContactDecision =>
  findRule(row, data.ruleId) ? [{ type: 'NotificationRuleRemoved', data }] : refuse('notification_rule.not_found');
