import { contactTraits, throttleOf } from '@tocsin/contracts/contacts/kinds.js';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import { isUsable, type ContactMethod, type ContactRow, type NotificationRule } from '@tocsin/contracts/contacts/rows.js';
import type { Urgency } from '@tocsin/contracts/contacts/events.js';
import type { DeliveryReason } from '@tocsin/contracts/alert-groups/delivery-reasons.js';
import type { GroupReads } from '../shared/reads.js';
import type { AttemptReason } from '../state.js';

/** Methods of a page to a person, with delays and reasons. */
export interface Plan {
  readonly attempts: readonly {
    readonly method: ContactMethod;
    readonly delayMinutes: number;
    readonly because: AttemptReason;
    readonly ruleId?: string;
  }[];
  readonly skipped: FactOf<'PageStarted'>['skipped'];
  readonly everyMethod: boolean;
}

const noContacts: ContactRow = { id: '', methods: [], rules: [] };
export const contactsOf = (reads: Pick<GroupReads, 'contacts'>, personId: string): ContactRow => reads.contacts.get(personId) ?? noContacts;

export const withoutMethod = (contacts: ContactRow, contactMethodId: string | undefined): ContactRow => ({
  ...contacts,
  methods: contacts.methods.filter((method) => method.contactMethodId !== contactMethodId),
});

/** Methods that pages may use. */
export const usableMethodsOf = (contacts: ContactRow): readonly ContactMethod[] => contacts.methods.filter(isUsable);

/** Why a method is not usable. */
export const unusableReasonOf = ({ disabled, verified }: ContactMethod): DeliveryReason => {
  if (disabled) return 'delivery.method_disabled';
  return verified ? 'delivery.method_switched_off' : 'delivery.not_verified';
};

export const byEveryMethod = (contacts: ContactRow, because: AttemptReason): Plan => ({
  attempts: usableMethodsOf(contacts).map((method) => ({ method, delayMinutes: 0, because })),
  skipped: contacts.methods
    .filter((method) => !isUsable(method))
    .map((method) => ({ contactMethodId: method.contactMethodId, reason: unusableReasonOf(method) })),
  everyMethod: true,
});

/** A quiet message is never a call. */
const canBeQuiet = ({ kind }: ContactMethod): boolean => throttleOf({ kind }) !== 'voice';

/** A quiet method, if there is one, else the first that is no call. */
const quietestMethodOf = (methods: readonly ContactMethod[]): ContactMethod | undefined =>
  methods.find(({ kind }) => contactTraits[kind].loudness === 'quiet') ?? methods.find(canBeQuiet) ?? methods[0];

/** One message without ringing: by the first low-urgency rule, else by the quietest method. */
export const planQuiet = (contacts: ContactRow): Plan => planOne(contacts, usableMethodsOf(contacts).filter(canBeQuiet));

const planOne = (contacts: ContactRow, methods: readonly ContactMethod[]): Plan => {
  const rule = rulesOf(contacts, 'low').find((one) => methods.includes(one.method));
  const method = rule?.method ?? quietestMethodOf(methods);
  return { attempts: method ? [{ method, delayMinutes: 0, because: 'quiet' }] : [], skipped: [], everyMethod: false };
};

interface RuleWithMethod {
  readonly rule: NotificationRule;
  readonly method: ContactMethod;
}

const rulesOf = (contacts: ContactRow, urgency: Urgency): readonly RuleWithMethod[] =>
  contacts.rules
    .filter((rule) => rule.urgency === urgency)
    .toSorted((a, b) => a.delayMinutes - b.delayMinutes)
    .flatMap((rule) => {
      const method = contacts.methods.find((candidate) => candidate.contactMethodId === rule.contactMethodId);
      return method ? [{ rule, method }] : [];
    });

/** Rules of an urgency with a working method, soonest first. */
export const usableRulesOf = (contacts: ContactRow, urgency: Urgency): readonly RuleWithMethod[] =>
  rulesOf(contacts, urgency).filter(({ method }) => isUsable(method));

/** Without a usable rule: high urgency uses every working method at once, low urgency the quietest. */
export const withoutRules = (contacts: ContactRow, urgency: Urgency): Plan =>
  urgency === 'high' ? byEveryMethod(contacts, 'every_method') : planOne(contacts, usableMethodsOf(contacts));

export const byRules = (contacts: ContactRow, urgency: Urgency): Plan => {
  const rules = usableRulesOf(contacts, urgency);
  if (rules.length === 0) return withoutRules(contacts, urgency);
  return {
    attempts: rules.map(({ rule, method }) => ({ method, delayMinutes: rule.delayMinutes, because: 'rule', ruleId: rule.ruleId })),
    skipped: rulesOf(contacts, urgency)
      .filter(({ method }) => !isUsable(method))
      .map(({ method }) => ({ contactMethodId: method.contactMethodId, reason: unusableReasonOf(method) })),
    everyMethod: false,
  };
};
