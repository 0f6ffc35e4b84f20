import { hasArrivedAtNight } from './arrived-at-night.js';
import { findAbsenceAt } from './away-at.js';
import { contactTraits, type ContactKind, isConnected } from '../contacts/kinds.js';
import { isUsable, type ContactMethod, type ContactRow } from '../contacts/rows.js';
import type { DeliveryReason } from '../alert-groups/delivery-reasons.js';
import * as contactLimits from '../contacts/limits.js';
import type { PolicyRow } from '../policies/noun.js';
import type { ReadinessCode } from './readiness-reasons.js';
import type { MethodReceipt, ReceiptsRow } from '../contacts/receipts.js';
import { peopleOfTargets, hasOnlyPersons, type TargetRows } from '../policies/targets.js';

/** A reason, with its subject. */
export interface ReadinessReason {
  readonly code: ReadinessCode;
  readonly policyId?: string;
  /** For a late rule, in minutes. */
  readonly late?: { readonly rule: number; readonly step: number; readonly leaves: number };
  /** End of the absence. */
  readonly until?: string;
  /** For a disabled or failing method. */
  readonly because?: DeliveryReason;
}

export interface MethodReadiness {
  readonly method: ContactMethod;
  /** A page by it would be sent. */
  readonly isUsable: boolean;
  /** Nothing says that it would not arrive. */
  readonly isSure: boolean;
  readonly receipt: MethodReceipt | null;
  readonly reasons: readonly ReadinessReason[];
}

/** `yes`: a loud method works. `mail`: no loud method. `unsure`: the loud method failed or is silent. `tab`: only an open tab. */
export type Reach = 'yes' | 'mail' | 'unsure' | 'tab' | 'nobody';

export interface Readiness {
  readonly reach: Reach;
  /** A contact method other than an open tab works, and no reason reports a problem with it. */
  readonly isFine: boolean;
  /** The first reliable method for high-urgency pages, and its delay in minutes; null: none. */
  readonly first: { readonly method: ContactMethod; readonly delayMinutes: number } | null;
  readonly methods: readonly MethodReadiness[];
  /** Reasons about no single method. */
  readonly reasons: readonly ReadinessReason[];
}

export interface ReadinessFacts {
  readonly contact: ContactRow;
  /** Undefined: not read yet, or nothing was written of it. */
  readonly receipts: ReceiptsRow | null | undefined;
  readonly policies: readonly Pick<PolicyRow, 'id' | 'name' | 'removed' | 'steps'>[];
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Of the person; absent: what is night there is not asked. */
  readonly timeZone?: string | undefined;
  /** When they are away; absent: never, or not read yet. */
  readonly away?: readonly { readonly from: string; readonly to: string }[] | undefined;
  /** Whether mails are sent from here; undefined: not read yet. */
  readonly mail?: boolean | undefined;
  /** Whether mails that come back are handed over; undefined: not read yet. */
  readonly bounces?: boolean | undefined;
  /** The kinds of connections that are set up; undefined: not read yet. */
  readonly connections?: readonly string[] | undefined;
  /** Undefined: not read yet, and only who is named by a step counts. */
  readonly standing?: TargetRows | undefined;
  /** Reasons that only the requesting browser knows. */
  readonly here?: readonly Extract<ReadinessCode, 'readiness.plain_http' | 'readiness.push_not_granted' | 'readiness.sound_locked'>[];
}

const isOf =
  (loudness: (typeof contactTraits)[ContactKind]['loudness']) =>
  ({ method: { kind } }: { readonly method: Pick<ContactMethod, 'kind'> }): boolean =>
    contactTraits[kind].loudness === loudness;
const [rings, isTab, isQuiet] = [isOf('rings'), isOf('tab'), isOf('quiet')];

/** The device neither reported nor subscribed: “sent” is no report. */
const isSilent = ({ kind }: ContactMethod, receipt: MethodReceipt | null, now: number): boolean =>
  contactTraits[kind].reports &&
  receipt !== null &&
  now - Math.max(Date.parse(receipt.since), Date.parse(receipt.deliveredAt ?? receipt.since)) > contactLimits.deviceSilentAfter;

/** A tab that is closed is no failure of a tab. */
const isFailing = ({ kind }: ContactMethod, receipt: MethodReceipt | null): boolean =>
  contactTraits[kind].loudness !== 'tab' && receipt?.failed != null;

const urgentRules = ({ rules }: ContactRow) => rules.filter(({ urgency }) => urgency === 'high');

/** The methods that a page of high urgency would take by a rule; none when no rule can be used: then it takes every one that works. */
const methodsWithRules = (contact: ContactRow): ReadonlySet<string> => {
  const usable = new Set(contact.methods.filter(isUsable).map(({ contactMethodId }) => contactMethodId));
  return new Set(
    urgentRules(contact)
      .map(({ contactMethodId }) => contactMethodId)
      .filter((id) => usable.has(id)),
  );
};

/** What nothing sends: mail, or its connection, is not set up. */
const whyUnsent = (kind: ContactKind, { mail, connections }: ReadinessFacts) => {
  if (contactTraits[kind].address === 'email' && mail === false) return 'readiness.mail_not_set_up';
  return connections && !isConnected(kind, connections) ? 'readiness.connection_missing' : null;
};

/** Until bounces are seen, an address that no longer exists looks like one that works. */
const bounceReasons = ({ kind }: ContactMethod, { bounces }: ReadinessFacts): readonly ReadinessReason[] =>
  contactTraits[kind].address === 'email' && bounces === false ? [{ code: 'readiness.bounces_not_seen' }] : [];

const reasonsOf = (method: ContactMethod, receipt: MethodReceipt | null, facts: ReadinessFacts): readonly ReadinessReason[] => {
  const { contact, now, here } = facts;
  const { disabled, verified, switchedOffAt, kind, contactMethodId } = method;
  if (disabled) return [{ code: 'readiness.disabled', because: disabled.reason }];
  // before its address: no code comes either
  const unsent = switchedOffAt ? null : whyUnsent(kind, facts);
  if (unsent) return [{ code: unsent }];
  if (!verified) return [{ code: 'readiness.not_verified' }];
  if (switchedOffAt) return [{ code: 'readiness.switched_off' }];
  const ruled = methodsWithRules(contact);
  const isRuled = ruled.size === 0 || ruled.has(contactMethodId);
  return [
    ...(contactTraits[kind].loudness === 'tab' && here?.includes('readiness.sound_locked')
      ? [{ code: 'readiness.sound_locked' as const }]
      : []),
    ...(isFailing(method, receipt) ? [{ code: 'readiness.failing' as const, because: receipt!.failed!.reason }] : []),
    ...(isSilent(method, receipt, now) ? [{ code: 'readiness.silent' as const }] : []),
    ...(isRuled ? [] : [{ code: 'readiness.method_without_rule' as const }]),
    ...bounceReasons(method, facts),
  ];
};

/** Reasons that make a method unreliable: a method without a rule is tried only if another one failed. */
const unsure: ReadonlySet<ReadinessCode> = new Set([
  'readiness.failing',
  'readiness.silent',
  'readiness.sound_locked',
  'readiness.method_without_rule',
]);

const methodReadiness = (method: ContactMethod, facts: ReadinessFacts): MethodReadiness => {
  const receipt = facts.receipts?.methods.find(({ contactMethodId }) => contactMethodId === method.contactMethodId) ?? null;
  const reasons = reasonsOf(method, receipt, facts);
  const canBeSent =
    isUsable(method) && !reasons.some(({ code }) => code === 'readiness.mail_not_set_up' || code === 'readiness.connection_missing');
  return { method, receipt, reasons, isUsable: canBeSent, isSure: canBeSent && !reasons.some(({ code }) => unsure.has(code)) };
};

const reachOf = (methods: readonly MethodReadiness[]): Reach => {
  const all = methods.filter((one) => one.isUsable);
  const withRule = all.filter(({ reasons }) => !reasons.some(({ code }) => code === 'readiness.method_without_rule'));
  const usable = withRule.length > 0 ? withRule : all;
  if (usable.length === 0) return 'nobody';
  if (usable.some((one) => one.isSure && rings(one))) return 'yes';
  if (usable.some((one) => !one.isSure && rings(one))) return 'unsure';
  if (usable.some((one) => one.isSure && isQuiet(one))) return 'mail';
  return usable.every(isTab) ? 'tab' : 'unsure';
};

const reachReasons: Readonly<Partial<Record<Reach, ReadinessCode>>> = {
  nobody: 'readiness.no_method',
  tab: 'readiness.only_tab',
  mail: 'readiness.only_mail',
};

/** In page order: by usable rules, otherwise by all methods at once. */
const firstOf = (contact: ContactRow, methods: readonly MethodReadiness[]): Readiness['first'] => {
  const sure = methods.filter((one) => one.isSure && !isTab(one)).map(({ method }) => method);
  const ruled = urgentRules(contact)
    .toSorted((a, b) => a.delayMinutes - b.delayMinutes)
    .flatMap(({ contactMethodId, delayMinutes }) => {
      const method = sure.find((one) => one.contactMethodId === contactMethodId);
      return method ? [{ method, delayMinutes }] : [];
    });
  const [method] = sure;
  return ruled[0] ?? (method ? { method, delayMinutes: 0 } : null);
};

const withoutRule = (contact: ContactRow, methods: readonly MethodReadiness[]): readonly ReadinessReason[] => {
  const usable = methods.filter((one) => one.isUsable);
  const isRuled = urgentRules(contact).some((rule) => usable.some(({ method }) => method.contactMethodId === rule.contactMethodId));
  return isRuled || usable.length === 0 ? [] : [{ code: 'readiness.no_rule' }];
};

/** Rules of a step whose delay is shorter than that of the loudest rule: the next person is paged before this one. */
const lateRules = ({ contact, policies, standing }: ReadinessFacts): readonly ReadinessReason[] => {
  const delays = urgentRules(contact)
    .filter((rule) =>
      contact.methods.some((method) => method.contactMethodId === rule.contactMethodId && isUsable(method) && !isQuiet({ method })),
    )
    .map(({ delayMinutes }) => delayMinutes);
  if (delays.length === 0) return [];
  const rule = Math.min(...delays);
  return policies.flatMap(({ id: policyId, steps }) =>
    steps.flatMap(({ targets, waitMinutes }, n) =>
      peopleOfTargets(targets, standing).includes(contact.id) && rule >= waitMinutes
        ? [{ code: 'readiness.late_rule' as const, policyId, late: { rule, step: n + 1, leaves: waitMinutes } }]
        : [],
    ),
  );
};

const singlePersonReasons = ({ contact: { id }, policies }: ReadinessFacts): readonly ReadinessReason[] =>
  policies.flatMap(({ id: policyId, steps }) => {
    const people = peopleOfTargets(steps.flatMap(({ targets }) => targets));
    return hasOnlyPersons(steps) && people.length === 1 && people[0] === id ? [{ code: 'readiness.alone' as const, policyId }] : [];
  });

/** Receipts are counted: what a provider took may not have arrived. Not of a phone that is newer. */
const nightReasons = ({ receipts, timeZone, now }: ReadinessFacts, methods: readonly MethodReadiness[]): readonly ReadinessReason[] => {
  const isOld = ({ receipt }: MethodReadiness): boolean =>
    receipt !== null && now - Date.parse(receipt.since) > contactLimits.nightReceiptWithin;
  const isAsked = timeZone !== undefined && methods.some((one) => one.isSure && rings(one) && isOld(one));
  return isAsked && !hasArrivedAtNight(receipts?.arrived ?? {}, timeZone, now) ? [{ code: 'readiness.no_night_page' }] : [];
};

const absenceReasons = ({ away, now }: ReadinessFacts): readonly ReadinessReason[] => {
  const until = findAbsenceAt(away, new Date(now).toISOString())?.to;
  return until === undefined ? [] : [{ code: 'readiness.away', until }];
};

/** Whether a page would reach a person, method by method, and what could go wrong. Pure: rows and an instant in. */
export function readinessOf(readinessFacts: ReadinessFacts): Readiness {
  const facts = { ...readinessFacts, policies: readinessFacts.policies.filter(({ removed }) => !removed) };
  const methods = facts.contact.methods.map((method) => methodReadiness(method, facts));
  const reach = reachOf(methods);
  const code = reachReasons[reach];
  return {
    reach,
    isFine: reach === 'yes' || reach === 'mail',
    first: firstOf(facts.contact, methods),
    methods,
    reasons: [
      ...(code ? [{ code }] : []),
      ...(facts.here ?? []).filter((code) => code !== 'readiness.sound_locked').map((code) => ({ code })),
      ...withoutRule(facts.contact, methods),
      ...lateRules(facts),
      ...singlePersonReasons(facts),
      ...nightReasons(facts, methods),
      ...absenceReasons(facts),
    ],
  };
}
