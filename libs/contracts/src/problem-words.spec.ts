import { z } from 'zod';
import { deliveryReasons } from './alert-groups/delivery-reasons.js';
import { sayFieldWords } from './field-words.js';
import { readinessReasons } from './people/readiness-reasons.js';
import { sharedReadinessReasons } from './people/shared-readiness-reasons.js';
import { refusals } from './refusals.js';
import { shapes } from './shapes.js';

/** Technical text that must not reach people: validator messages, type names, codes. */
const raw =
  /invalid (input|option|guid|uuid|string|type|value)|expected|received|\bguid\b|\bzod|undefined|\bNaN\b|\[object|pattern|link:|\b[a-z]+_[a-z_]+\b/i;

const refusalSentences: readonly (readonly [string, string])[] = Object.entries(refusals).flatMap(([code, { says, todo }]) => [
  [`${code} says`, says] as const,
  [`${code} todo`, todo] as const,
]);
const reasons: readonly (readonly [string, string])[] = [
  ...Object.entries(deliveryReasons),
  ...[...Object.entries(readinessReasons), ...Object.entries(sharedReadinessReasons)].map(([code, { says }]) => [code, says] as const),
];

const garbage = [undefined, null, '', 'x', -1, 1.5, 1e12, true, [], ['x'], {}, { x: 1 }, 'x'.repeat(20_000)];

/** All object schemas of a body. */
const objectsIn = (schema: z.ZodType): readonly z.ZodObject[] => {
  if (schema instanceof z.ZodObject) return [schema];
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => objectsIn(option as z.ZodType));
  return [];
};

/** All error messages of a body: general ones, and those of each field. */
const messagesOf = (schema: z.ZodType): ReadonlySet<string> => {
  const samples = [
    ...garbage.map((value) => schema.safeParse(value)),
    ...objectsIn(schema).flatMap((object) =>
      Object.entries(object.shape).flatMap(([field, of]) => [
        ...garbage.map((value) => object.safeParse({ [field]: value })),
        ...garbage.map((value) => (of as z.ZodType).safeParse(value)),
      ]),
    ),
  ];
  return new Set(samples.flatMap(({ error }) => error?.issues.map(({ message }) => message) ?? []));
};

describe('what a person reads of a problem', () => {
  it.each([...refusalSentences, ...reasons])('is a sentence without codes: %s', (_, text) => {
    // names of settings and addresses, and places for parameters, are no codes
    const plain = text.replaceAll(/\{\w+\}|\/api\/\S*|[A-Z_]{6,}/g, '');
    expect(plain).not.toMatch(raw);
    expect(text).toMatch(/[.?…]$/);
  });

  it.each(Object.keys(shapes) as (keyof typeof shapes)[])('says in plain words what is wrong with %s', (name) => {
    sayFieldWords();
    for (const message of messagesOf(shapes[name])) {
      // the values that a list offers are those of the API
      expect(message.replace(/^(Must be|Unknown field:) .*$/, '')).not.toMatch(raw);
      expect(message).toMatch(/\.$/);
    }
  });
});
