import type { Reach, Readiness, ReadinessReason } from '@tocsin/contracts/people/readiness.js';
import { readinessReasons, type ReadinessCode } from '@tocsin/contracts/people/readiness-reasons.js';
import { reasonClause } from '../messages/shared/reason-words.js';
import { methodName } from '../contacts/shared/method-words.js';
import { dayAndTime, minutesInWords } from '../../data/time/times.js';

/** Subject of the text: `you` for oneself. */
export type ReasonPerson = 'you' | 'they';

const reaches: Readonly<Record<Reach, (who: ReasonPerson) => string>> = {
  nobody: (who) => `No working contact method: ${who === 'you' ? 'you' : 'this person'} can’t be paged.`,
  tab: (who) => `Right now only ${who === 'you' ? 'this' : 'an'} open tab can wake ${object(who)}.`,
  mail: (who) => `${who === 'you' ? 'You' : 'This person'} would get an e-mail only; nothing wakes a locked phone.`,
  unsure: (who) => `A page may not reach ${object(who)}.`,
  yes: (who) => `A page would reach ${object(who)}.`,
};
const object = (who: ReasonPerson): string => (who === 'you' ? 'you' : 'them');

/** In one sentence: would a page reach this person? */
export const reachText = ({ reach }: Pick<Readiness, 'reach'>, who: ReasonPerson): string => reaches[reach](who);

/** The first loud contact method and its delay; empty if that is not sure. */
export const firstText = ({ first }: Pick<Readiness, 'first'>): string =>
  first ? `${methodName(first.method)}, ${first.delayMinutes === 0 ? 'at once' : `after ${minutesInWords(first.delayMinutes)}`}.` : '';

/** Said by the sentence at the head, or by the box with the ways to https. */
const shownElsewhere: ReadonlySet<ReadinessCode> = new Set([
  'readiness.no_method',
  'readiness.only_tab',
  'readiness.only_mail',
  'readiness.plain_http',
]);
export const isShownElsewhere = ({ code }: ReadinessReason): boolean => shownElsewhere.has(code);

interface ReasonNames {
  readonly who: ReasonPerson;
  readonly policy: (id: string | undefined) => string;
}

export function reasonText({ code, policyId, late, because, until }: ReadinessReason, { who, policy }: ReasonNames): string {
  if (late) {
    const [waits, leaves] = [minutesInWords(late.rule), minutesInWords(late.leaves)];
    return `The first loud rule waits ${waits}, but step ${late.step} of ${policy(policyId)} escalates after ${leaves}.`;
  }
  if (until) return `Away until ${dayAndTime(until)}: low-urgency pages skip ${object(who)}, high-urgency pages don’t.`;
  if (code === 'readiness.alone') return `No one is paged after ${object(who)} in ${policy(policyId)}.`;
  const { says } = readinessReasons[code];
  return because ? `${says.replace(/\.$/, '')}: ${reasonClause(because)}.` : says;
}
