import type { ContactKind, ContactMethod } from '@tocsin/contracts/contacts.js';
import type { MethodReadiness, Reach, Readiness, ReadinessReason } from '@tocsin/contracts/readiness.js';
import { readinessReasons, type ReadinessCode } from '@tocsin/contracts/readiness-reasons.js';
import { readable } from '../../data/erased.js';
import { reasonClause } from '../../data/words.js';
import { minutesInWords } from '../../ui/times.js';

/** Whose readiness it is: `you` for oneself. */
export type About = 'you' | 'they';

const names: Readonly<Record<ContactKind, (method: ContactMethod) => string>> = {
  browser: () => 'This tab, or any that is open',
  email: ({ address }) => `E-mail ${readable(address)}`,
  webhook: ({ address }) => `Webhook ${readable(address)}`,
  push: ({ label }) => `Push to ${label ? readable(label) : 'a device'}`,
};

export const methodName = (method: ContactMethod): string => names[method.kind](method).trim();

const abilities: Readonly<Record<ContactKind, string>> = {
  browser: 'Rings while a tab is open and its sound unlocked; not when the laptop is closed.',
  email: 'Verified. May not wake you: depends on your mail app.',
  webhook: 'Verified. What happens next is up to the receiver.',
  push: 'Rings a locked phone. Push can’t break Do-not-disturb: allow this app there, or sleep without it.',
};

/** What a method can do, or why it can’t be used. */
export const methodSays = ({ method: { kind, verified, disabled } }: Pick<MethodReadiness, 'method'>): string =>
  disabled ? `Not used: ${reasonClause(disabled.reason)}.` : verified ? abilities[kind] : 'Not used: it is not verified yet.';

const reaches: Readonly<Record<Reach, (who: About) => string>> = {
  nobody: (who) => `Nothing can wake ${object(who)}: there is no contact method that works.`,
  tab: (who) => `Right now only ${who === 'you' ? 'this' : 'an'} open tab can wake ${object(who)}.`,
  mail: (who) => `${who === 'you' ? 'You' : 'This person'} would get a mail; nothing rings a locked phone.`,
  unsure: (who) => `Whether a page would reach ${object(who)} is not sure.`,
  yes: (who) => `A page would reach ${object(who)}.`,
};
const object = (who: About): string => (who === 'you' ? 'you' : 'them');

/** In one sentence: would a page reach this person? */
export const reachSays = ({ reach }: Pick<Readiness, 'reach'>, who: About): string => reaches[reach](who);

/** By what it comes first, and after how long; empty when that is not sure. */
export const firstSays = ({ first }: Pick<Readiness, 'first'>): string =>
  first ? `${methodName(first.method)}, ${first.delayMinutes === 0 ? 'at once' : `after ${minutesInWords(first.delayMinutes)}`}.` : '';

/** Said by the sentence at the head, or by the box with the ways to https. */
const saidElsewhere: ReadonlySet<ReadinessCode> = new Set([
  'readiness.no_method',
  'readiness.only_tab',
  'readiness.only_mail',
  'readiness.plain_http',
]);
export const isSaidElsewhere = ({ code }: ReadinessReason): boolean => saidElsewhere.has(code);

interface Naming {
  readonly who: About;
  readonly policy: (id: string | undefined) => string;
}

/** A reason in words. */
export function reasonSays({ code, policyId, late, because }: ReadinessReason, { who, policy }: Naming): string {
  if (late) {
    const [waits, leaves] = [minutesInWords(late.rule), minutesInWords(late.leaves)];
    return `The first rule that rings waits ${waits}; step ${late.step} of ${policy(policyId)} leaves ${leaves} before the next one is called.`;
  }
  if (code === 'readiness.alone') return `There is nobody behind ${object(who)} in ${policy(policyId)}.`;
  const { says } = readinessReasons[code];
  return because ? `${says.replace(/\.$/, '')}: ${reasonClause(because)}.` : says;
}
