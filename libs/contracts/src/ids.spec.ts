import { z } from 'zod';
import { commands } from './catalogue.js';
import { typedName } from './ids.js';

const may = (text: string): boolean => typedName.safeParse(text).success;

describe('a name that somebody types', () => {
  it('is in any language, with emoji, accents and marks of its own', () => {
    const names = ['Ana', 'Zoë', 'Zoe\u0308', '李小龍', 'שרה', 'علی‌رضا', 'क्षत्रिय', '👩‍🚒', '99', '?', 'Payments (EU)'];
    expect(names.filter((name) => !may(name))).toEqual([]);
  });

  it('can be seen, stands in one line, and turns no text around', () => {
    const names = [
      '',
      ' ',
      '\u200b',
      '\u200d',
      '\u2060',
      '\u00ad',
      'a\nb',
      'a\rBcc: x',
      'a\u0000b',
      'a\u001bb',
      '\ud800',
      'a\u202egpj.exe',
      'a\u2066b',
    ];
    expect(names.filter(may)).toEqual([]);
    expect(typedName.parse('  Ana ')).toBe('Ana');
    for (const name of ['', ' ', 'a\nb']) expect(typedName.safeParse(name).error?.issues).toHaveLength(1);
  });

  it('is asked for so by every command that takes a name', () => {
    const idFields = Object.entries(commands).flatMap(([type, { data }]) => {
      const field = data instanceof z.ZodObject ? (data.shape as Record<string, z.ZodType>)['name'] : undefined;
      return field ? [[type, field] as const] : [];
    });
    expect(idFields.length).toBeGreaterThan(10);
    expect(
      idFields.filter(([, field]) => field.safeParse('a\u202eb').success || !field.safeParse('Ana').success).map(([type]) => type),
    ).toEqual([]);
  });
});
