import { Ajv2020 } from 'ajv/dist/2020.js';
import { commands, views } from '@tocsin/contracts/catalogue.js';
import { refusals } from '@tocsin/contracts/refusals.js';
import { id } from '@tocsin/contracts/ids.js';
import { parseInstant } from '@tocsin/contracts/instant.js';
import { z } from 'zod';
import { allRoutes as routes, allShapes } from './all-routes.js';
import { openApi } from './openapi.js';

type Node = Record<string, unknown>;
interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly description: string;
  readonly parameters: readonly {
    readonly name?: string;
    readonly in?: string;
    readonly required?: boolean;
    readonly schema?: Node;
    readonly $ref?: string;
  }[];
  readonly requestBody?: { readonly content: Record<string, { readonly schema: Node; readonly example?: unknown }> };
  readonly responses: Record<string, { readonly description?: string; readonly content?: Record<string, Node>; readonly $ref?: string }>;
  readonly security: readonly Node[];
}
interface Document {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Record<string, Record<string, Operation>>;
  readonly webhooks: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: Record<string, Node>; readonly securitySchemes: Node };
}

// as a client parses it
const document = JSON.parse(JSON.stringify(openApi({ version: '1.2.3', url: 'https://tocsin.example.org' }))) as Document;
const operations = Object.entries({ ...document.paths, ...document.webhooks }).flatMap(([path, methods]) =>
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

const formats = {
  date: (text: string) => z.iso.date().safeParse(text).success,
  'date-time': (text: string) => parseInstant(text) !== null,
  duration: (text: string) => text.startsWith('P'),
  email: (text: string) => z.email().safeParse(text).success,
  uri: (text: string) => URL.canParse(text),
  uuid: (text: string) => id.safeParse(text).success,
};
const ajv = new Ajv2020({ strict: false, formats }).addSchema(document, 'document');
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
    expect(operations).toHaveLength(routes.length + Object.keys(document.webhooks).length);
  });

  it.each(Object.keys(commands))('takes the command %s, repeated under its key', (type) => {
    const operation = operationOf('post', `/api/commands/${type}`);
    expect(operation?.requestBody?.content['application/json']?.schema).toEqual({ $ref: `#/components/schemas/${type}` });
    expect(operation?.parameters).toContainEqual({ $ref: '#/components/parameters/IdempotencyKey' });
  });

  it.each(Object.keys(views))('shows the rows of %s', (view) => {
    const schemaIn = (path: string): unknown => operationOf('get', path)?.responses['200']?.content?.['application/json']?.['schema'];
    expect(schemaIn(`/api/views/${view}`)).toEqual({ $ref: `#/components/schemas/${view}List` });
    expect(schemaIn(`/api/views/${view}/{id}`)).toEqual({ $ref: `#/components/schemas/${view}Shown` });
    expect(JSON.stringify(document.components.schemas[`${view}List`])).toContain(`#/components/schemas/${view}Shown"`);
    expect(JSON.stringify(document.components.schemas[`${view}Shown`])).toContain(`#/components/schemas/${view}Row"`);
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
    expect(answers.filter(({ description, $ref }) => !description && !$ref)).toEqual([]);
    const tags = new Set(document.tags.map(({ name }) => name));
    expect(operations.filter(({ operation }) => !operation.description || !operation.tags.every((tag) => tags.has(tag)))).toEqual([]);
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
    const withoutExample = Object.keys(commands).filter(
      (type) => operationOf('post', `/api/commands/${type}`)?.requestBody?.content['application/json']?.example === undefined,
    );
    expect(withoutExample).toEqual([]);
    for (const { schema, example } of givenExamples) {
      const validate = validator((schema['$ref'] as string).split('/').at(-1)!);
      expect([example, validate(example), validate.errors]).toEqual([example, true, null]);
    }
  });

  it('lets an answer grow, and takes no word in a command that it doesn’t know', () => {
    const token = { commandId: '0196f0a0-0000-7000-8000-000000000001', token: 't', streams: [], says: {}, later: 1 };
    expect(validator('Accepted')(token)).toBe(true);
    expect(validator('AcknowledgeAlertGroup')({ groupId: token.commandId, force: true })).toBe(false);
  });

  it('has examples that the contracts take too', () => {
    const refused = routes.flatMap(({ path, body, example }) =>
      body && example !== undefined && !allShapes[body]!.safeParse(example).success ? [path] : [],
    );
    expect(refused).toEqual([]);
  });

  it('names each filter of a list as it is sent, with the values that its column can have', () => {
    const filterOf = (view: string, name: string) =>
      operationOf('get', `/api/views/${view}`)?.parameters.find((one) => one.name === name)?.schema;
    expect(filterOf('services', 'where.state')).toEqual({ type: 'array', items: { type: 'string', enum: ['active', 'archived'] } });
    expect(filterOf('alertGroups', 'where.test')).toEqual({ type: 'array', items: { type: 'string', enum: ['1', '0'] } });
    expect(filterOf('alertGroups', 'from.openedAt')).toEqual({ type: 'string', format: 'date-time' });
    expect(filterOf('alertGroups', 'from.number')).toBeUndefined();
    const bare = operations.flatMap(({ path, operation }) =>
      operation.parameters.flatMap(({ name, schema }) => (name?.includes('<') || schema?.['type'] === 'object' ? [`${path} ${name}`] : [])),
    );
    expect(bare).toEqual([]);
  });

  it('requires what an address requires', () => {
    const required = operations.flatMap(({ path, operation }) =>
      operation.parameters.flatMap((one) => (one.in === 'query' && one.required ? [`${path}?${one.name}`] : [])),
    );
    expect(required).toEqual([
      '/api/views?read',
      '/api/moment?at',
      '/api/events/export?format',
      '/api/why?person',
      '/api/reports/openings?figure',
      '/api/reports/load/events?figure',
      '/api/reports/noise/events?figure',
      '/api/reports/delivery/events?figure',
      '/api/on-call/shifts?person',
      '/api/on-call/shifts?from',
      '/api/on-call/shifts?to',
      '/api/on-call/timeline?from',
      '/api/on-call/timeline?to',
      '/api/on-call/uncovered?person',
      '/api/on-call/uncovered?from',
      '/api/on-call/uncovered?to',
      '/api/schedules/{id}/shifts?from',
      '/api/schedules/{id}/shifts?to',
    ]);
  });

  it('says the refusals of each command by their statuses, and leaves none to a default', () => {
    expect(operations.filter(({ operation }) => 'default' in operation.responses)).toEqual([]);
    const { responses } = operationOf('post', '/api/commands/AcknowledgeAlertGroup')!;
    expect(responses['404']?.description).toContain('`alert_group.not_found`');
    expect(responses['409']?.description).toContain('`alert_group.already_resolved`');
    // and none of another command that opens an alert group in the same stream
    const refusalsOf = (type: string) => JSON.stringify(operationOf('post', `/api/commands/${type}`)!.responses);
    expect(refusalsOf('PageSomeone')).not.toMatch(/integration\.not_found|contact_method\./);
    expect(refusalsOf('SendTestAlert')).not.toMatch(/integration\.not_found|person\./);
    expect(refusalsOf('CreatePolicy')).not.toContain('person.not_active');
    expect(Object.keys(responses)).toEqual(['202', '400', '401', '403', '404', '409', '413', '415', '422', '429', '500', '503']);
  });

  it.each([
    ['/metrics', ['text/plain']],
    ['/feeds/{token}.ics', ['application/json', 'text/calendar']],
    ['/api/events/export', ['text/csv', 'application/x-ndjson']],
    ['/api/messages/export', ['text/csv']],
    ['/api/reports/load', ['application/json', 'text/csv']],
    ['/api/backtests/{id}/differences', ['application/json', 'text/csv']],
    ['/api/openapi.json', ['application/json']],
  ])('says in which types %s is answered', (path, types) => {
    expect(Object.keys(operationOf('get', path)?.responses['200']?.content ?? {})).toEqual(types);
  });

  it('has no pattern beside a format, and no schema within another’s place', () => {
    const text = JSON.stringify(document);
    expect(text).not.toMatch(/"format":"date-time","pattern"|"allOf"/);
  });

  it('requires no body that has several types: clients of openapi-python-client would not load', () => {
    const bodies = operations.flatMap(({ operation }) => operation.requestBody ?? []) as { required?: boolean; content: object }[];
    const ofSeveralTypes = bodies.filter(({ content }) => 'application/json' in content && Object.keys(content).length > 1);
    expect(ofSeveralTypes.length).toBeGreaterThan(0);
    expect(ofSeveralTypes.filter(({ required }) => required)).toEqual([]);
  });

  it('says where a form is taken', () => {
    const forms = operations.flatMap(({ path, method, operation }) =>
      operation.requestBody && 'application/x-www-form-urlencoded' in operation.requestBody.content ? [`${method} ${path}`] : [],
    );
    expect(forms.length).toBeGreaterThan(0);
    // providers of channels sign theirs
    expect(forms.filter((one) => one.includes('/api/') && !one.includes('/api/channels/'))).toEqual([]);
  });
});
