import { z } from 'zod';

/** `EUR +41 0.07 0.02, +1 0.01 0.02`: a currency, then the price of a part of an SMS and of a begun minute by country. */
export const prices = z
  .string()
  .trim()
  .max(2_000)
  .regex(
    /^(?:[A-Z]{3} +\+[1-9]\d{0,3} +\d{1,4}(?:\.\d{1,6})? +\d{1,4}(?:\.\d{1,6})?(?: *, *\+[1-9]\d{0,3} +\d{1,4}(?:\.\d{1,6})? +\d{1,4}(?:\.\d{1,6})?)*)?$/,
    'A currency, then country, price of a part and price of a minute: EUR +41 0.07 0.02, +1 0.01 0.02.',
  )
  .optional();

interface Amount {
  readonly country: string;
  readonly parts: number;
  readonly minutes: number;
}

/** What was used in a country costs; null: its price is not known. Rounded to cents. */
export const costOf = (
  text: string | undefined,
  { country, parts, minutes }: Amount,
): { readonly amount: number; readonly currency: string } | null => {
  const [currency = '', ...rest] = (text ?? '').trim().split(/ +/);
  const row = rest
    .join(' ')
    .split(',')
    .map((one) => one.trim().split(/ +/))
    .find(([code]) => code === country);
  if (!row || currency === '') return null;
  const [, ofPart, ofMinute] = row;
  return { currency, amount: Math.round((parts * Number(ofPart) + minutes * Number(ofMinute)) * 100) / 100 };
};
