import { z } from 'zod';

type Issue = Parameters<z.core.$ZodErrorMap>[0];

const isNothing = (input: unknown): boolean => input === undefined || input === null || input === '';
const isMany = (origin: string): boolean => origin === 'array' || origin === 'set';

const formats: Record<string, string> = {
  email: 'Enter an e-mail address such as ana@example.org.',
  url: 'Enter a web address that begins with https:// or http://.',
  uuid: 'Not a valid id.',
  guid: 'Not a valid id.',
  datetime: 'Must be a time with its offset, such as 2026-11-25T10:00:00Z.',
  date: 'Must be a date, such as 2026-11-25.',
};

const types: Record<string, string> = {
  number: 'This must be a number.',
  int: 'This must be a number.',
  string: 'This must be text.',
  boolean: 'This must be true or false.',
  array: 'This must be a list.',
  object: 'This must be a JSON object.',
};

const fallback = 'Not a valid value.';

/** Required amount as text: `1 entry`, `8 characters`, `5`. */
const amountWords = (origin: string, amount: number | bigint): string => {
  if (isMany(origin)) return `${amount} ${amount === 1 ? 'entry' : 'entries'}`;
  return origin === 'string' ? `${amount} characters` : `${amount}`;
};

const describeTooSmall = (origin: string, minimum: number | bigint): string => {
  if (isMany(origin)) return minimum === 1 ? 'Add at least one.' : `Add at least ${minimum}.`;
  return `Must be at least ${amountWords(origin, minimum)}.`;
};

/** The message for an invalid field, never in the words of the validation library. */
export function fieldWords(issue: Issue): string {
  if (isNothing(issue.input)) return 'Required.';
  if (issue.code === 'invalid_format') return formats[issue.format] ?? fallback;
  if (issue.code === 'invalid_type') return types[issue.expected] ?? fallback;
  if (issue.code === 'too_small') return describeTooSmall(issue.origin, issue.minimum);
  if (issue.code === 'too_big') return `Must be at most ${amountWords(issue.origin, issue.maximum)}.`;
  if (issue.code === 'invalid_value')
    return issue.values.length === 1 ? `Must be ${String(issue.values[0])}.` : `Must be one of: ${issue.values.map(String).join(', ')}.`;
  if (issue.code === 'unrecognized_keys') return `Unknown field: ${issue.keys.join(', ')}.`;
  return fallback;
}

/** Installs the messages globally, so that forms and API use the same. */
export const sayFieldWords = (): void => void z.config({ customError: fieldWords });
