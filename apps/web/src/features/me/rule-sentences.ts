import type { ContactMethod, ContactRow, NotificationRule, Urgency } from '@tocsin/contracts/contacts.js';
import { readable } from '../../data/erased.js';
import { contactWords } from '../../data/contact-words.js';
import { minutesInWords } from '../../ui/times.js';

/** `browser`, `e-mail ana@example.org` */
export const methodWords = (method: ContactMethod | undefined): string =>
  method === undefined
    ? 'a method that is gone'
    : method.kind === 'browser'
      ? 'this browser, or any that is open'
      : method.kind === 'push'
        ? `push to ${method.label ? readable(method.label) : 'a device'}`
        : `${contactWords[method.kind]} ${readable(method.address)}`;

export const delayWords = (minutes: number): string => (minutes === 0 ? 'At once' : `After ${minutesInWords(minutes)}`);

/** The rules of an urgency, the soonest first. */
export const rulesFor = (contact: ContactRow, urgency: Urgency): readonly NotificationRule[] =>
  contact.rules.filter((rule) => rule.urgency === urgency).toSorted((a, b) => a.delayMinutes - b.delayMinutes);
