import type { OfferedKind } from '@tocsin/contracts/contacts/phone-offers.js';
import { phoneNumber } from '@tocsin/contracts/phone-number.js';
import { bodiesAt, fieldsOf, listOf, textOf, type Fields, type ForeignAnswer } from './answers.js';

/** A number of a person there. It is in no file: it is offered to them alone. */
export interface ForeignPhone {
  readonly kind: OfferedKind;
  /** In E.164. */
  readonly number: string;
}

/** None where it is not a whole number with its country. */
const phoneOf = (kind: OfferedKind | undefined, text: string): readonly ForeignPhone[] => {
  const read = phoneNumber.safeParse(text);
  return kind !== undefined && read.success ? [{ kind, number: read.data }] : [];
};

const opsgenieKinds: Readonly<Record<string, OfferedKind>> = { sms: 'sms', voice: 'voice' };

/** By the user’s id: `49-1550000000`. */
export function opsgeniePhones(answers: readonly ForeignAnswer[]): (id: string) => readonly ForeignPhone[] {
  const contacts = new Map(bodiesAt(answers, /^GET \/v2\/users\/([\w-]+)\/contacts/).map(({ id, body }) => [id, listOf(body.data)]));
  return (id) =>
    (contacts.get(id) ?? [])
      .filter(({ status }) => fieldsOf(status).enabled !== false)
      .flatMap(({ method, to }) => phoneOf(opsgenieKinds[textOf(method)], `+${textOf(to).replace(/^\+/, '')}`));
}

const pagerdutyKinds: Readonly<Record<string, OfferedKind>> = { sms_contact_method: 'sms', phone_contact_method: 'voice' };

export const pagerdutyPhones = ({ contact_methods }: Fields): readonly ForeignPhone[] =>
  listOf(contact_methods)
    .filter(({ enabled, blacklisted }) => enabled !== false && blacklisted !== true)
    .flatMap(({ type, address, country_code }) => phoneOf(pagerdutyKinds[textOf(type)], `+${textOf(country_code)}${textOf(address)}`));

const goalertKinds: Readonly<Record<string, OfferedKind>> = { 'builtin-twilio-sms': 'sms', 'builtin-twilio-voice': 'voice' };

export const goalertPhones = ({ contactMethods }: Fields): readonly ForeignPhone[] =>
  listOf(contactMethods)
    .filter(({ disabled, pending }) => disabled !== true && pending !== true)
    .flatMap(({ dest }) => phoneOf(goalertKinds[textOf(fieldsOf(dest).type)], textOf(fieldsOf(fieldsOf(dest).args).phone_number)));
