import { Ajv2020 } from 'ajv/dist/2020.js';
import { commands, views } from '@tocsin/contracts/catalogue.js';
import { refusals } from '@tocsin/contracts/refusals.js';
import { allRoutes as routes } from './all-routes.js';
import { openApi } from './openapi.js';

type Node = Record<string, unknown>;
interface Operation {
  readonly operationId: string;
  readonly parameters: readonly { readonly name?: string; readonly in?: string; readonly $ref?: string }[];
  readonly requestBody?: { readonly content: Record<string, { readonly schema: Node; readonly example?: unknown }> };
  readonly responses: Record<string, { readonly description: string }>;
  readonly security: readonly Node[];
}
interface Document {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: Record<string, Node>; readonly securitySchemes: Node };
}

// as a client parses it
const document = JSON.parse(JSON.stringify(openApi({ version: '1.2.3', url: 'https://tocsin.example.org' }))) as Document;
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);
const operationOf = (method: string, path: string): Operation | undefined => document.paths[path]?.[method];

const refsIn = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => (key === '$ref' && typeof inner === 'string' ? [inner] : refsIn(inner)));
};
const resolve = (ref: string): unknown =>
  ref
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((node, key) => (node as Node | undefined)?.[key], document);

// formats are only hints here
const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(document, 'document');
/** The validator for a schema of the document, by its name, with references resolved. */
const validator = (name: string) => ajv.compile({ $ref: `document#/components/schemas/${name}` });

describe('the OpenAPI document', () => {
  it('says what it is', () => {
    expect(document).toMatchObject({ openapi: '3.1.0', info: { title: 'Tocsin', version: '1.2.3' } });
    expect(document.servers).toEqual([{ url: 'https://tocsin.example.org' }]);
  });

  it('points nowhere that there is nothing', () => {
    const refs = [...new Set(refsIn(document))];
    expect(refs.length).toBeGreaterThan(50);
    expect(refs.filter((ref) => resolve(ref) === undefined)).toEqual([]);
  });

  it('has every route', () => {
    const missingRoutes = routes.filter(({ method, path }) => !operationOf(method.toLowerCase(), path.replaceAll(/:(\w+)/g, '{$1}')));
    expect(missingRoutes).toEqual([]);
    expect(operations).toHaveLength(routes.length);
  });

  it.each(Object.keys(commands))('takes the command %s, repeated under its key', (type) => {
    const operation = operationOf('post', `/api/commands/${type}`);
    expect(operation?.requestBody?.content['application/json']?.schema).toEqual({ $ref: `#/components/schemas/${type}` });
    expect(operation?.parameters).toContainEqual({ $ref: '#/components/parameters/IdempotencyKey' });
  });

  it.each(Object.keys(views))('shows the rows of %s', (view) => {
    const listedText = JSON.stringify(operationOf('get', `/api/views/${view}`)?.responses['200']);
    expect(listedText).toContain(`#/components/schemas/${view}Row`);
    expect(operationOf('get', `/api/views/${view}/{id}`)).toBeDefined();
  });

  it('declares each parameter that a path names', () => {
    const undeclared = operations.filter(({ path, operation }) =>
      [...path.matchAll(/\{(\w+)\}/g)].some(([, name]) => !operation.parameters.some((one) => one.in === 'path' && one.name === name)),
    );
    expect(undeclared).toEqual([]);
  });

  it('gives each operation a name of its own, and an answer with words', () => {
    const names = operations.map(({ operation }) => operation.operationId);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !/^[a-z][A-Za-z0-9]+$/.test(name))).toEqual([]);
    const answers = operations.flatMap(({ operation }) => Object.values(operation.responses));
    expect(answers.filter(({ description }) => !description)).toEqual([]);
  });

  it('asks for schemes that it declares', () => {
    const usedSchemes = operations.flatMap(({ operation }) => operation.security.flatMap((way) => Object.keys(way)));
    expect([...new Set(usedSchemes)].toSorted()).toEqual(Object.keys(document.components.securitySchemes).toSorted());
  });

  it('knows every code of a refusal', () => {
    const { properties } = document.components.schemas['Problem'] as { properties: { code: { enum: string[] } } };
    expect(properties.code.enum).toEqual([...Object.keys(refusals), 'fault']);
  });

  it.each(Object.keys(document.components.schemas))('describes %s by a schema that a validator takes', (name) => {
    expect(() => validator(name)).not.toThrow();
  });

  it('gives examples that its own schemas take', () => {
    const givenExamples = operations
      .flatMap(({ operation }) => Object.values(operation.requestBody?.content ?? {}))
      .filter(({ example }) => example);
    expect(givenExamples.length).toBeGreaterThan(5);
    for (const { schema, example } of givenExamples) {
      const reference = schema['$ref'];
      const name = (typeof reference === 'string' ? reference : '').split('/').at(-1);
      if (name) expect(validator(name)(example)).toBe(true);
    }
  });

  it('lets an answer grow, and takes no word in a command that it doesn’t know', () => {
    const token = { commandId: '0196f0a0-0000-7000-8000-000000000001', token: 't', streams: [], says: {}, later: 1 };
    expect(validator('Accepted')(token)).toBe(true);
    expect(validator('AcknowledgeAlertGroup')({ groupId: token.commandId, force: true })).toBe(false);
  });
});
