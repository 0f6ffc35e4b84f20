import type { Locator } from 'playwright-core';

/** Digits in the order in which the segments of a field take them: day, month, year, hour, minute. */
const digitsOf = (text: string): string => {
  const [, date = '', time = ''] = /^(\d+-\d\d-\d\d)?T?(\d\d:\d\d)?$/.exec(text) ?? [];
  return `${date.split('-').toReversed().join('')}${time.replace(':', '')}`;
};

/** Types a date, a time or both (`2026-11-26`, `22:30`, `2026-11-26T22:30`) into a field of segments, in the 24-hour format. */
export async function typeDate(field: Locator, text: string): Promise<void> {
  await field.getByRole('spinbutton').first().focus();
  await field.page().keyboard.type(digitsOf(text));
}

/** Empties a field of segments from its end: each press removes a digit, or goes to the segment before. */
export async function clearDate(field: Locator): Promise<void> {
  await field.getByRole('spinbutton').last().focus();
  for (let presses = 0; presses < 24; presses += 1) await field.page().keyboard.press('Backspace');
}
