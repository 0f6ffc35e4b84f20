import { z } from 'zod';
import { fieldWords, sayFieldWords } from './field-words.js';

const messageOf = (schema: z.ZodType, value: unknown) => schema.safeParse(value, { error: fieldWords }).error?.issues[0]?.message;

describe('what is wrong with a field', () => {
  it.each([
    [z.string().trim().min(1), '  ', 'Required.'],
    [z.uuid(), '', 'Required.'],
    [z.strictObject({ name: z.string() }), {}, 'Required.'],
    [z.string().min(10), 'short', 'Must be at least 10 characters.'],
    [z.string().max(3), 'long', 'Must be at most 3 characters.'],
    [z.array(z.string()).min(1), [], 'Add at least one.'],
    [z.array(z.string()).max(1), ['a', 'b'], 'Must be at most 1 entry.'],
    [z.number().min(1), 0, 'Must be at least 1.'],
    [z.number().max(5), 6, 'Must be at most 5.'],
    [z.number(), 'five', 'This must be a number.'],
    [z.strictObject({}), [], 'This must be a JSON object.'],
    [z.string(), 7, 'This must be text.'],
    [z.boolean(), 'x', 'This must be true or false.'],
    [z.array(z.string()), 'x', 'This must be a list.'],
    [z.enum(['high', 'low']), 'huge', 'Must be one of: high, low.'],
    [z.literal('rows'), 'x', 'Must be rows.'],
    [z.uuid(), 'x', 'Not a valid id.'],
    [z.guid(), 'x', 'Not a valid id.'],
    [z.strictObject({ name: z.string() }), { name: 'x', nam: 'y' }, 'Unknown field: nam.'],
    [z.string().regex(/^a/), 'b', 'Not a valid value.'],
    [z.union([z.number(), z.boolean()]), 'b', 'Not a valid value.'],
    [z.number().multipleOf(5), 3, 'Not a valid value.'],
    [z.email(), 'ana', 'Enter an e-mail address such as ana@example.org.'],
    [z.url(), 'ana', 'Enter a web address that begins with https:// or http://.'],
  ])('is said in plain words (%#)', (schema, value, text) => {
    expect(messageOf(schema, value)).toBe(text);
  });

  it('is said so by every schema, but for one that has words of its own', () => {
    sayFieldWords();
    expect(z.string().min(10).safeParse('short').error?.issues[0]?.message).toBe('Must be at least 10 characters.');
    expect(z.string().min(10, 'Longer, please.').safeParse('short').error?.issues[0]?.message).toBe('Longer, please.');
  });
});
