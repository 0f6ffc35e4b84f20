import { refusals, type RefusalCode } from '@tocsin/contracts/refusals.js';
import { liveEvents, type LiveEvent } from '@tocsin/contracts/live-events.js';
import { livePath } from '@tocsin/contracts/routes.js';
import { isAudience } from '@tocsin/contracts/routes/open-terms.js';
import { expectedRefusals } from '@tocsin/contracts/routes/expected-refusals.js';
import { rooms, type Entrance, type Route as KnownRoute, type RouteAnswer as KnownAnswer } from '@tocsin/contracts/routes/route.js';
import { limits } from '@tocsin/contracts/limits.js';
import { allRoutes } from './all-routes.js';
import { parametersOf } from './openapi-parameters.js';
import { acceptedName, createComponentSchemas, jsonSchemaOf, namesOfView, schemaRef, type Json } from './openapi-schemas.js';

type Route = KnownRoute<string>;
type RouteAnswer = KnownAnswer<string>;

/** `/api/pages/:secret` as `/api/pages/{secret}`. */
const toTemplate = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}');

/** An integration key may be in the path, for which OpenAPI has no security scheme. */
const securityOf = (entrance: Entrance, path: string): readonly Json[] => {
  if (entrance === 'integration_key')
    return path === '/v2/enqueue' || path.includes(':key')
      ? []
      : [{ integrationKey: [] }, { integrationBasic: [] }, { integrationQuery: [] }];
  if (entrance === 'operator_token') return [{ operator: [] }];
  if (isAudience(entrance)) return [];
  return [{ cookie: [] }, { bearer: [] }];
};

const shapeOf = ({ view, command }: Route, { shape }: RouteAnswer): string | undefined => {
  if (view && shape === 'Listed') return namesOfView(view).list;
  if (view && shape === 'ShownRow') return namesOfView(view).shown;
  return command && shape === 'Accepted' ? acceptedName(command) : shape;
};

const headersOf = ({ status, types = [] }: RouteAnswer): Json => {
  if (status === 302) return { Location: { description: 'Where it leads.', schema: { type: 'string' } } };
  return types.some((type) => /csv|ndjson/.test(type))
    ? { Link: { description: '`<…>; rel="next"`: the address of what is left, if there is any.', schema: { type: 'string' } } }
    : {};
};

const answerOf = (route: Route, answer: RouteAnswer): Json => {
  const shape = shapeOf(route, answer);
  const content = {
    ...(shape === undefined ? {} : { 'application/json': { schema: schemaRef(shape) } }),
    ...Object.fromEntries(
      (answer.types ?? []).map((type) => [type, { schema: { type: type === 'application/json' ? 'object' : 'string' } }]),
    ),
  };
  const headers = headersOf(answer);
  return {
    description: answer.says,
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
    ...(Object.keys(content).length > 0 ? { content } : {}),
  };
};

const refusalsOf = (route: Route): ReadonlyMap<number, readonly RefusalCode[]> => {
  const byStatus = new Map<number, RefusalCode[]>();
  for (const code of expectedRefusals(route)) byStatus.set(refusals[code].status, [...(byStatus.get(refusals[code].status) ?? []), code]);
  return byStatus;
};

const problem: Json = { content: { 'application/problem+json': { schema: schemaRef('Problem') } } };
const problemOf = (codes: readonly RefusalCode[]): Json => ({
  description: codes.map((code) => `\`${code}\`: ${refusals[code].says}`).join(' '),
  ...problem,
});

const responsesOf = (route: Route): Json => ({
  ...Object.fromEntries([...refusalsOf(route)].map(([status, codes]) => [String(status), problemOf(codes)])),
  ...Object.fromEntries(route.answers.map((answer) => [String(answer.status), answerOf(route, answer)])),
  '500': { $ref: '#/components/responses/Fault' },
});

const bodyOf = ({ body, bodyTypes, takesForms, example, room, method }: Route): Json | undefined => {
  // openapi-python-client writes modules that don’t load for a required body of several types
  const required = (isOfSeveral: boolean) => (isOfSeveral ? {} : { required: true });
  if (bodyTypes)
    return {
      ...required(bodyTypes.length > 1),
      content: Object.fromEntries(bodyTypes.map((type) => [type, { schema: { type: 'string' } }])),
    };
  if (method === 'GET' || (!body && (room !== 'ingest' || example === undefined))) return undefined;
  const schema = schemaRef(body ?? 'SenderBody');
  return {
    ...required(takesForms === true),
    content: {
      'application/json': { schema, ...(example === undefined ? {} : { example }) },
      ...(takesForms ? { 'application/x-www-form-urlencoded': { schema } } : {}),
    },
  };
};

const operationIdOf = ({ method, path }: Route): string =>
  `${method.toLowerCase()} ${path}`.replaceAll(/[^a-zA-Z0-9]+(\w?)/g, (_all, next: string) => next.toUpperCase());

const describeOperation = ({ says, permission }: Route): Json => ({
  summary: says.replace(/(?<=[^.])\. .*$/s, '').replace(/\.$/, ''),
  description: permission.includes('.') ? `${says} Permission: \`${permission}\`.` : says,
});

const idempotencyKey: Json = { $ref: '#/components/parameters/IdempotencyKey' };

const operationOf = (route: Route): Json => {
  const requestBody = bodyOf(route);
  return {
    operationId: operationIdOf(route),
    tags: [route.room],
    ...describeOperation(route),
    parameters: [...parametersOf(route), ...(route.room === 'commands' ? [idempotencyKey] : [])],
    ...(requestBody ? { requestBody } : {}),
    responses: responsesOf(route),
    security: securityOf(route.permission, route.path),
  };
};

const createPaths = (): Json => {
  const byPath: Record<string, Record<string, Json>> = {};
  for (const route of allRoutes) (byPath[toTemplate(route.path)] ??= {})[route.method.toLowerCase()] = operationOf(route);
  return byPath;
};

const outgoing = {
  page: ['WebhookPage', 'To the webhook of a person, when they are paged'],
  bundle: ['WebhookBundle', 'To the webhook of a person: several pages as one message'],
  events: ['WebhookEvents', 'To an event subscription: what happened to alert groups'],
  escalationStep: ['WebhookStep', 'To the event subscription that a step of an escalation policy calls'],
  warning: ['WebhookWarning', 'To the webhooks of owners: a warning about the installation itself'],
  verification: ['WebhookVerification', 'To a webhook that was just added: the verification code'],
} as const;

const webhookOf = (name: string, schema: string, summary: string): Json => ({
  post: {
    operationId: `webhook${name[0]!.toUpperCase()}${name.slice(1)}`,
    tags: ['webhooks'],
    summary,
    description: `${summary}. The header \`Tocsin-Signature\` proves that it was sent by this installation.`,
    parameters: [
      {
        name: 'Idempotency-Key',
        in: 'header',
        required: true,
        schema: { type: 'string' },
        description: 'The id of the message; a repeat has the same one.',
      },
    ],
    requestBody: { required: true, content: { 'application/json': { schema: schemaRef(schema) } } },
    responses: {
      '2XX': { description: 'Accepted by the receiver.' },
      '4XX': { description: 'Not accepted; 404 and 410 end the use of the address.' },
    },
    security: [{ signature: [] }],
  },
});

const createComponents = (): Json => ({
  schemas: createComponentSchemas(),
  responses: { Fault: { description: '`fault`: a bug in the server, which is in its log under `correlationId`.', ...problem } },
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      description: `Any text, such as a UUID, new for each command; upper and lower case differ. Repeating a key returns the same answer for ${limits.answersKept / 3_600_000} hours and has no second effect.`,
      schema: { type: 'string', minLength: 1, maxLength: limits.idempotencyKeyCharacters },
    },
  },
  securitySchemes: {
    cookie: { type: 'apiKey', in: 'cookie', name: 'tocsin_session', description: 'Set when you sign in.' },
    bearer: { type: 'http', scheme: 'bearer', description: 'The `token` from the answer to sign-in, or an API token.' },
    integrationKey: { type: 'http', scheme: 'bearer', description: 'The key of an integration.' },
    integrationBasic: { type: 'http', scheme: 'basic', description: 'The key of an integration as the password; any user name.' },
    integrationQuery: { type: 'apiKey', in: 'query', name: 'key', description: 'The key of an integration.' },
    operator: { type: 'http', scheme: 'bearer', description: 'From `operator.token` in the data folder; on the machine itself only.' },
    signature: {
      type: 'apiKey',
      in: 'header',
      name: 'Tocsin-Signature',
      description: 'On requests of Tocsin: `t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">`, with the signing secret of the address.',
    },
  },
});

/** The socket, which OpenAPI has no place for. */
const describeLive = (): Json => ({
  path: livePath,
  protocol: 'socket.io 4',
  description:
    'Sign in by the session cookie, or by a token as `auth: { token }`. After a lost connection read `GET /api/events?after=` the last position.',
  events: Object.fromEntries(
    Object.entries(liveEvents as Readonly<Record<string, LiveEvent>>).map(([name, { from, says, body, answer }]) => [
      name,
      {
        from,
        description: says,
        ...(body ? { body: jsonSchemaOf(body, 'output') } : {}),
        ...(answer ? { answer: jsonSchemaOf(answer, 'output') } : {}),
      },
    ]),
  ),
});

/** The API as an OpenAPI 3.1 document, made from the contracts. `url` is the public address, without a trailing slash. */
export const openApi = ({ version, url }: { readonly version: string; readonly url: string }): object => ({
  openapi: '3.1.0',
  info: {
    title: 'Tocsin',
    version,
    license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    contact: { name: 'The operators of this installation' },
    description: `The guide and the reference of the running version are at \`/docs\`. Live changes are sent over socket.io at \`${livePath}\`. Every refusal is returned as problem details with a code from a closed list.`,
  },
  servers: [{ url }],
  tags: [
    ...Object.entries(rooms).map(([name, description]) => ({ name, description: `${description}.` })),
    { name: 'webhooks', description: 'Requests that Tocsin sends.' },
  ],
  paths: createPaths(),
  webhooks: Object.fromEntries(Object.entries(outgoing).map(([name, [schema, says]]) => [name, webhookOf(name, schema, says)])),
  components: createComponents(),
  'x-live': describeLive(),
});
