import { configJsonSchema, kindNames } from './format.js';

interface Described {
  readonly description?: string;
  readonly properties: Readonly<Record<string, { readonly description?: string; readonly const?: string }>>;
}

it('the schema of configuration files says what each kind and each of its fields is, for editors', () => {
  const { oneOf } = configJsonSchema() as { readonly oneOf: readonly Described[] };
  expect(oneOf.map(({ properties }) => properties['kind']!.const)).toEqual(kindNames);
  const silent = oneOf.flatMap(({ description, properties }) => [
    ...(description === undefined ? [`${properties['kind']!.const}`] : []),
    ...Object.entries(properties).flatMap(([name, field]) =>
      name === 'kind' || field.description ? [] : [`${properties['kind']!.const}.${name}`],
    ),
  ]);
  expect(silent).toEqual([]);
});
