import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { id } from '@tocsin/contracts/ids.js';
import { parseInstant } from '@tocsin/contracts/instant.js';
import { Stage } from '@tocsin/testing/stage/stage.js';
import { ofSenders } from './routes-of-senders.js';

type Node = Readonly<Record<string, unknown>>;
interface Operation {
  readonly parameters: readonly { readonly name?: string; readonly in?: string; readonly required?: boolean; readonly schema?: Node }[];
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: { readonly $ref?: string } }>> }>
  >;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

let stage: Stage;
let document: Document;
let ajv: Ajv2020;
beforeAll(async () => {
  stage = await Stage.begin();
  await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
  await stage.settle();
  document = (await stage.ana.api.request<Document>('GET', '/api/openapi.json')).body;
  const formats = {
    uuid: (text: string) => id.safeParse(text).success,
    'date-time': (text: string) => parseInstant(text) === text,
    uri: (text: string) => URL.canParse(text),
  };
  ajv = new Ajv2020({ strict: false, formats: { ...formats, date: /^\d{4}-\d\d-\d\d$/, email: true, duration: true } }).addSchema(
    document,
    'document',
  );
});
afterAll(() => stage.close());

/** Whether an answer of this operation is as its schema says: null, or what is wrong. */
const faultsIn = (method: string, template: string, status: number, type: string, body: unknown): ValidateFunction['errors'] | string => {
  const response = document.paths[template]?.[method]?.responses[String(status)];
  if (!response) return `${status} is not documented`;
  const content = response.content?.[type.split(';')[0]!];
  if (!content) return `${type} is not documented`;
  if (!type.includes('json')) return null;
  const validate = ajv.compile({ $ref: `document${content.schema.$ref ?? ''}` });
  return validate(body) ? null : validate.errors;
};

const readOf = async (template: string, query = '', values: Readonly<Record<string, string>> = {}) => {
  const path = template.replaceAll(/\{(\w+)\}/g, (_all, name: string) => values[name]!);
  const { status, headers, body } = await stage.ana.api.request('GET', `${path}${query}`);
  return [template + query, status, faultsIn('get', template, status, headers.get('content-type') ?? '', body)];
};

it('reads are answered by their schemas', async () => {
  const { personId } = stage.ana;
  const range = 'from=2026-11-01T00:00:00Z&to=2026-11-20T00:00:00Z';
  const queries: Readonly<Record<string, string>> = {
    '/api/why': `?person=${personId}`,
    '/api/on-call/shifts': `?person=${personId}&${range}`,
    '/api/on-call/timeline': `?${range}`,
    '/api/on-call/uncovered': `?person=${personId}&${range}`,
    '/api/events/export': '?format=ndjson',
    '/api/reports/openings': '?figure=openings',
    '/api/reports/load/events': '?figure=sleep',
    '/api/reports/noise/events': '?figure=repeats',
    '/api/reports/delivery/events': '?figure=sent',
  };
  const templates = Object.entries(document.paths)
    .filter(
      ([path, methods]) =>
        methods['get'] && !path.includes('{') && path.startsWith('/api/') && !path.startsWith('/api/openid') && path !== '/api/docs',
    )
    // senders have a key, and where two protocols share an address either answers one that is unknown
    .filter(([path]) => !ofSenders.has(path))
    .map(([path]) => path)
    .filter((path) => path !== '/api/openapi.json');
  expect(templates.length).toBeGreaterThan(40);
  for (const template of templates)
    expect(await readOf(template, queries[template])).toEqual([template + (queries[template] ?? ''), expect.any(Number), null]);
  const [group] = await stage.ana.api.list('alertGroups');
  for (const view of ['alertGroups', 'ladders', 'alerts'])
    expect(await readOf(`/api/views/${view}/{id}`, '', { id: group!.id })).toEqual([`/api/views/${view}/{id}`, 200, null]);
  expect(await readOf('/api/events/{ordinal}/effects', '', { ordinal: '1' })).toEqual(['/api/events/{ordinal}/effects', 200, null]);
});

it('what is required is refused without it, and nothing else is', async () => {
  const gets = Object.entries(document.paths).flatMap(([path, { get }]) =>
    get && path.startsWith('/api/') && !path.includes('{') ? [[path, get] as const] : [],
  );
  for (const [path, { parameters }] of gets.filter(([, operation]) => operation.parameters.some(({ required }) => required))) {
    const { status, body } = await stage.ana.api.request<{ errors: readonly { path: string }[] }>('GET', path);
    const required = parameters.filter((one) => one.in === 'query' && one.required).map(({ name }) => name);
    expect([path, status]).toEqual([path, 422]);
    expect(required).toEqual(expect.arrayContaining([...new Set(body.errors.map((error) => error.path))]));
  }
});

it('nonsense in a parameter is answered as the document says, and never as a fault of the server', async () => {
  const { personId } = stage.ana;
  const gets = Object.entries(document.paths).flatMap(([path, { get }]) =>
    get && path.startsWith('/api/') && !path.startsWith('/api/openid') ? [[path, get] as const] : [],
  );
  const unknownId = '01900000-0000-7000-8000-0000000000ff';
  for (const [template, { parameters, responses }] of gets) {
    const inQuery = parameters.filter((one) => one.in === 'query' && one.name !== undefined);
    const valid: Readonly<Record<string, string>> = { person: personId, format: 'ndjson', from: '2026-11-01', to: '2026-11-02' };
    for (const { name } of inQuery)
      for (const nonsense of ['x', unknownId, '-1', '', '%F0%9D%91%BB%00']) {
        const others = inQuery.filter((one) => one.required && one.name !== name).map((one) => `${one.name}=${valid[one.name!] ?? ''}`);
        const path = `${template.replaceAll(/\{\w+\}/g, unknownId)}?${[...others, `${name}=${nonsense}`].join('&')}`;
        const { status } = await stage.ana.api.request('GET', path);
        expect([path, status, status < 500, String(status) in responses]).toEqual([path, status, true, true]);
      }
  }
});

it('each value of a filter that the document lists is taken, and another is refused', async () => {
  const filters = Object.entries(document.paths).flatMap(([path, { get }]) =>
    path.startsWith('/api/views/') && get
      ? get.parameters.filter(({ name }) => name?.startsWith('where.')).map((one) => [path, one] as const)
      : [],
  );
  expect(filters.length).toBeGreaterThan(40);
  for (const [path, { name, schema }] of filters) {
    const { enum: choices } = schema!['items'] as { readonly enum?: readonly string[] };
    if (!choices) continue;
    const query = choices.map((choice) => `${name}=${encodeURIComponent(choice)}`).join('&');
    expect([path, name, (await stage.ana.api.request('GET', `${path}?${query}`)).status]).toEqual([path, name, 200]);
    expect([path, name, (await stage.ana.api.request('GET', `${path}?${name}=nope`)).status]).toEqual([path, name, 422]);
  }
});

it('commands are answered by their schemas, refusals too, and say nothing that is not described', async () => {
  const { teamId, serviceId } = stage.setUpAnswer;
  const [group] = await stage.ana.api.list('alertGroups');
  const groupId = group!.id;
  const commands: readonly (readonly [type: string, body: unknown])[] = [
    ['CreateTeam', { name: 'Payments', description: '' }],
    ['CreateTeam', { name: 'Payments', description: '' }],
    ['CreateIntegration', { teamId, serviceId, name: 'curl', kind: 'generic' }],
    ['RenameTeam', { teamId, name: 'Platform' }],
    ['RenameTeam', { teamId: groupId, name: 'Platform' }],
    ['AcknowledgeAlertGroup', { groupId }],
    ['AcknowledgeAlertGroup', { groupId }],
    ['SnoozeAlertGroup', { groupId, minutes: 5 }],
    ['AddNote', { groupId, text: 'Looking' }],
    ['ResolveAlertGroup', { groupId }],
    ['AcknowledgeAlertGroup', { groupId }],
    ['AcknowledgeAlertGroup', { groupId: 'x' }],
    ['AcknowledgeAlertGroup', { groupId: teamId }],
    ['InvitePerson', { name: 'Bo', email: 'bo@example.org' }],
  ];
  const schemas = (document as unknown as { components: { schemas: Record<string, { properties: { says: { properties: Node } } }> } })
    .components.schemas;
  for (const [type, data] of commands) {
    const { status, headers, body } = await stage.ana.api.request<{ says?: Node }>('POST', `/api/commands/${type}`, data);
    const faults = faultsIn('post', `/api/commands/${type}`, status, headers.get('content-type') ?? '', body);
    expect([type, status, faults, body]).toEqual([type, status, null, body]);
    const described = Object.keys(schemas[`${type}Accepted`]!.properties.says.properties);
    expect(described).toEqual(expect.arrayContaining(Object.keys(body.says ?? {}).filter((name) => !name.endsWith('Id'))));
  }
});

it('a form is not read as a body, and a key that is too long is refused', async () => {
  const { api } = stage.ana;
  const post = (headers: Readonly<Record<string, string>>, body: string) => api.request('POST', '/api/commands/CreateTeam', body, headers);
  const form = 'application/x-www-form-urlencoded';
  expect(await post({ 'content-type': form }, 'name=Forms')).toMatchObject({
    status: 415,
    body: { code: 'request.unsupported_media_type' },
  });
  const team = JSON.stringify({ name: 'Keys', description: '' });
  expect(await post({ 'idempotency-key': 'k'.repeat(256) }, team)).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'Idempotency-Key' }] },
  });
  const first = await post({ 'idempotency-key': 'Key'.padEnd(255, 'k') }, team);
  const repeat = await post({ 'idempotency-key': 'Key'.padEnd(255, 'k') }, team);
  expect([first.status, repeat.body]).toEqual([202, first.body]);
  // upper and lower case differ: another key, and so another command
  expect(await post({ 'idempotency-key': 'key'.padEnd(255, 'k') }, team)).toMatchObject({ status: 409, body: { code: 'team.name_taken' } });
});
