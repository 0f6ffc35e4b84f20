import type { ContactMethod, ContactRow, NotificationRule, Urgency } from '@tocsin/contracts/people.js';
import { readable } from '../../data/erased.js';
import { contactWords } from '../../data/words.js';
import { minutesInWords } from '../../ui/times.js';

/** `browser`, `e-mail ana@example.org` */
export const methodWords = (method: ContactMethod | undefined): string =>
  method === undefined
    ? 'a method that is gone'
    : method.kind === 'browser'
      ? 'this browser, or any that is open'
      : `${contactWords[method.kind]} ${readable(method.address)}`;

export const delayWords = (minutes: number): string => (minutes === 0 ? 'At once' : `After ${minutesInWords(minutes)}`);

/** The rules of an urgency, the soonest first. */
export const rulesFor = (contact: ContactRow, urgency: Urgency): readonly NotificationRule[] =>
  contact.rules.filter((rule) => rule.urgency === urgency).toSorted((a, b) => a.delayMinutes - b.delayMinutes);

/** Whether a page would reach this person, and what is missing: the first thing wrong. */
export function reachOf(contact: ContactRow, canRing: boolean): { readonly isFine: boolean; readonly says: string } {
  const usable = rulesFor(contact, 'high').flatMap((rule) =>
    contact.methods.filter(({ contactMethodId, verified }) => verified && contactMethodId === rule.contactMethodId),
  );
  if (contact.methods.every(({ verified }) => !verified))
    return { isFine: false, says: 'Nobody can reach you: you have no verified contact method.' };
  if (usable.length === 0)
    return { isFine: false, says: 'No rule for high urgency can be used: you would be paged by every verified method at once.' };
  if (usable.every(({ kind }) => kind === 'browser'))
    return canRing
      ? { isFine: false, says: 'Only an open browser rings you. Close the laptop and nobody can reach you: add an e-mail or a webhook.' }
      : { isFine: false, says: 'Only an open browser rings you, and the sound of this one is locked.' };
  return {
    isFine: true,
    says: `A page would reach you: ${delayWords(rulesFor(contact, 'high')[0]?.delayMinutes ?? 0).toLowerCase()} by ${methodWords(usable[0])}.`,
  };
}
