import { contactTraits, isChat, isConnected, isRelayed, mailKind } from '@tocsin/contracts/contacts/kinds.js';
import { isErased } from '@tocsin/contracts/ids.js';
import * as contactLimits from '@tocsin/contracts/contacts/limits.js';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { ContactFact } from '@tocsin/contracts/contacts/events.js';
import type { ContactMethod, ContactRow } from '@tocsin/contracts/contacts/rows.js';
import type { DataOf, Decision } from '@tocsin/kernel/decide/decider.js';
import { Nothing } from '@tocsin/kernel/decide/refusal.js';
import { millisBetween, addMillis } from '@tocsin/kernel/time.js';
import { nameKeyOf } from '../../rules/names.js';
import { refusePermission, isSystem } from '../../rules/permissions.js';
import type { ConfigurationContext } from '../../reads.js';
import { refuse } from '../../rules/refuse.js';
import type { ContactCommand } from './commands.js';

type Data<T extends ContactCommand['type']> = DataOf<ContactCommand, T>;
type ContactDecision = Decision<ContactFact>;

export const findMethod = (row: ContactRow, id: string): ContactMethod | undefined =>
  row.methods.find(({ contactMethodId }) => contactMethodId === id);

/** The rules that were chosen together with the method, without duplicates. */
const createRules = (
  { rules = [], personId }: Data<'AddContactMethod'>,
  contactMethodId: string,
  context: ConfigurationContext,
): readonly FactOf<'NotificationRuleAdded'>[] => {
  const keyOf = ({ urgency, delayMinutes }: (typeof rules)[number]): string => `${urgency} ${delayMinutes}`;
  return [...new Map(rules.map((rule) => [keyOf(rule), rule])).values()].map(({ ruleId, urgency, delayMinutes }, n) => ({
    personId,
    ruleId: ruleId ?? context.newId('rule', n),
    urgency,
    contactMethodId,
    delayMinutes,
  }));
};

const requestVerification = (personId: string, contactMethodId: string, { now }: ConfigurationContext): ContactFact => ({
  type: 'VerificationAsked',
  data: { personId, contactMethodId, expiresAt: addMillis(now, contactLimits.verificationCode) },
});

/** Web addresses may differ by case alone, so they are compared exactly; e-mail addresses ignore case. */
const isSame = (method: ContactMethod, kind: ContactMethod['kind'], address: string): boolean => {
  if (method.kind !== kind || isErased(method.address)) return false;
  return contactTraits[kind].address === 'email' ? nameKeyOf(method.address) === nameKeyOf(address) : method.address === address;
};

const labelOf = (data: Data<'AddContactMethod'>): { readonly label?: string } =>
  'label' in data && data.label ? { label: data.label } : {};

const relayOf = (data: Data<'AddContactMethod'>): Pick<ContactMethod, 'relaysAs'> =>
  'relaysAs' in data && data.relaysAs ? { relaysAs: data.relaysAs } : {};

export const addMethod = (data: Data<'AddContactMethod'>, row: ContactRow, context: ConfigurationContext): ContactDecision => {
  const { personId, kind } = data;
  const contactMethodId = data.contactMethodId ?? context.newId('contact-method');
  const address = 'address' in data ? data.address : '';
  const sameMethod = row.methods.find((method) => isSame(method, kind, address));
  if (sameMethod && sameMethod.contactMethodId === contactMethodId) return new Nothing({ contactMethodId });
  if (sameMethod || findMethod(row, contactMethodId)) return refuse('contact_method.address_taken', {}, 'address');
  // the code that proves it would never come
  if (
    !isConnected(
      kind,
      Array.from(context.reads.connections.all(), (one) => one.kind),
    )
  )
    return refuse('connection.not_set_up', {}, 'kind');
  const limit = contactLimits.contactMethodsPerPerson;
  if (row.methods.length >= limit) return refuse('limit.contact_methods', { limit });
  // the permission that the person gave the browser is the proof
  const isVerified = contactTraits[kind].proof === 'permission';
  const rules = createRules(data, contactMethodId, context);
  const maxRules = contactLimits.notificationRulesPerPerson;
  if (row.rules.length + rules.length > maxRules) return refuse('limit.notification_rules', { limit: maxRules });
  if (rules.some(({ ruleId }) => row.rules.some((rule) => rule.ruleId === ruleId)))
    return refuse('conflict.revision', { name: 'The notification rule' });
  const methodAdded: ContactFact = {
    type: 'ContactMethodAdded',
    data: {
      personId,
      contactMethodId,
      kind,
      address,
      verified: isVerified,
      secretRef: data.secretRef ?? null,
      ...labelOf(data),
      ...relayOf(data),
    },
  };
  return [
    methodAdded,
    ...(isVerified ? [] : [requestVerification(personId, contactMethodId, context)]),
    ...rules.map((rule): ContactFact => ({ type: 'NotificationRuleAdded', data: rule })),
  ];
};

/** Pressed twice, or from two tabs: the code that was sent stays valid, and no other is sent. */
const isJustRequested = ({ verification }: ContactMethod, { now }: ConfigurationContext): boolean =>
  verification !== null &&
  verification.state !== 'failed' &&
  millisBetween(now, verification.expiresAt) > contactLimits.verificationCode - contactLimits.codeJustAsked;

export const askVerification = (data: Data<'AskVerification'>, row: ContactRow, context: ConfigurationContext): ContactDecision => {
  const method = findMethod(row, data.contactMethodId);
  if (!method) return refuse('contact_method.not_found');
  if (method.verified) return new Nothing();
  return isJustRequested(method, context)
    ? new Nothing({ expiresAt: method.verification?.expiresAt })
    : [requestVerification(data.personId, data.contactMethodId, context)];
};

/** Whether another person has proved that they own this account: its buttons act as them. */
const isOfAnother = ({ kind, address }: ContactMethod, personId: string, { reads }: ConfigurationContext): boolean =>
  [...reads.contacts.all()].some(
    ({ id, methods }) => id !== personId && methods.some((other) => other.verified && !isErased(address) && isSame(other, kind, address)),
  );

export const verifyMethod = (data: Data<'VerifyContactMethod'>, row: ContactRow, context: ConfigurationContext): ContactDecision => {
  const { personId, contactMethodId, numberId } = data;
  const method = findMethod(row, contactMethodId);
  if (!method) return refuse('contact_method.not_found');
  if (method.verified) return new Nothing();
  const isInTime = method.verification !== null && context.now <= method.verification.expiresAt;
  if (!isInTime || data.codeCheck !== 'right') return refuse('contact_method.wrong_code', {}, 'code');
  const number = numberId === undefined ? {} : { numberId };
  if (!isChat(method.kind)) return [{ type: 'ContactMethodVerified', data: { personId, contactMethodId, ...number } }];
  if (isOfAnother(method, personId, context)) return refuse('contact_method.account_taken');
  return [{ type: 'ContactMethodVerified', data: { personId, contactMethodId, isAccount: true } }];
};

/** Browsers change the address of a subscription; a renewal also enables a disabled one again. */
export const renewSubscription = (data: Data<'RenewPushSubscription'>, row: ContactRow): ContactDecision => {
  const { personId, contactMethodId, address, secretRef } = data;
  const method = findMethod(row, contactMethodId);
  if (!method || contactTraits[method.kind].address !== 'device') return refuse('contact_method.not_found');
  if (method.address === address && !method.disabled) return new Nothing({ contactMethodId });
  return [{ type: 'PushSubscriptionRenewed', data: { personId, contactMethodId, address, secretRef } }];
};

/** Recorded once: several attempts may report the same end. */
export const disableMethod = (data: Data<'DisableContactMethod'>, row: ContactRow, context: ConfigurationContext): ContactDecision => {
  if (!isSystem(context)) return refusePermission('Tocsin itself');
  const method = findMethod(row, data.contactMethodId);
  return method?.verified ? [{ type: 'ContactMethodDisabled', data }] : new Nothing();
};

/**
 * Adds no rule: the person chooses what the method is used for. Until then a page of high urgency goes by every
 * verified method.
 */
export const proveAddress = (
  { personId, address }: Data<'ProveAddress'>,
  row: ContactRow,
  context: ConfigurationContext,
): ContactDecision => {
  if (!isSystem(context)) return refusePermission('Tocsin itself');
  const kind = mailKind;
  const method = row.methods.find((candidate) => isSame(candidate, kind, address));
  if (method?.verified) return new Nothing();
  if (method) return [{ type: 'ContactMethodVerified', data: { personId, contactMethodId: method.contactMethodId } }];
  if (row.methods.length >= contactLimits.contactMethodsPerPerson) return new Nothing();
  const contactMethodId = context.newId('contact-method');
  return [{ type: 'ContactMethodAdded', data: { personId, contactMethodId, kind, address, verified: true, secretRef: null } }];
};

/** Only a requested code has an outcome: a late or repeated one changes nothing, except that a mail came back. */
export const recordVerification = (data: Data<'RecordVerification'>, row: ContactRow, context: ConfigurationContext): ContactDecision => {
  if (!isSystem(context)) return refusePermission('Tocsin itself');
  const { personId, contactMethodId } = data;
  const state = findMethod(row, contactMethodId)?.verification?.state;
  // what was accepted may come back later
  const isBounced = state === 'sent' && data.outcome === 'failed' && data.reason === 'delivery.bounced';
  if (state !== 'asked' && !isBounced) return new Nothing();
  return data.outcome === 'sent'
    ? [{ type: 'VerificationSent', data: { personId, contactMethodId, ...(data.charge ? { charge: data.charge } : {}) } }]
    : [{ type: 'VerificationFailed', data: { personId, contactMethodId, reason: data.reason, detail: data.detail } }];
};

export const removeMethod = ({ personId, contactMethodId }: Data<'RemoveContactMethod'>, row: ContactRow): ContactDecision =>
  findMethod(row, contactMethodId)
    ? [{ type: 'ContactMethodRemoved', data: { personId, contactMethodId } }]
    : refuse('contact_method.not_found');

export const chooseRelay = ({ personId, contactMethodId, relaysAs }: Data<'ChooseWebhookRelay'>, row: ContactRow): ContactDecision => {
  const method = findMethod(row, contactMethodId);
  if (!method || !isRelayed(method.kind)) return refuse('contact_method.not_found');
  if ((method.relaysAs ?? null) === relaysAs) return new Nothing();
  return [{ type: 'WebhookRelayChosen', data: { personId, contactMethodId, relaysAs } }];
};

/** Its rules stay, for when it is switched on again. */
export const switchMethodOff = ({ personId, contactMethodId }: Data<'SwitchOffContactMethod'>, row: ContactRow): ContactDecision => {
  const method = findMethod(row, contactMethodId);
  if (!method) return refuse('contact_method.not_found');
  return method.switchedOffAt ? new Nothing() : [{ type: 'ContactMethodSwitchedOff', data: { personId, contactMethodId } }];
};

export const switchMethodOn = ({ personId, contactMethodId }: Data<'SwitchOnContactMethod'>, row: ContactRow): ContactDecision => {
  const method = findMethod(row, contactMethodId);
  if (!method) return refuse('contact_method.not_found');
  return method.switchedOffAt ? [{ type: 'ContactMethodSwitchedOn', data: { personId, contactMethodId } }] : new Nothing();
};
