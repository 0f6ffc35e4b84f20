import { refusals, type RefusalCode } from '@tocsin/contracts/refusals.js';
import { livePath } from '@tocsin/contracts/routes.js';
import { allRoutes } from './all-routes.js';
import type { Entrance, Route as KnownRoute, RouteAnswer as KnownAnswer } from '@tocsin/contracts/routes/route.js';
import { acceptedOf, createComponentSchemas, listedOf, schemaRef, rowOf, type Json } from './openapi-schemas.js';

type Route = KnownRoute<string>;
type RouteAnswer = KnownAnswer<string>;

/** `/api/pages/:secret` as `/api/pages/{secret}`. */
const toTemplate = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}');

const pathParameters = (path: string): readonly Json[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));

/** `where.<column>` can’t be described as one parameter: it becomes an object of columns. */
const queryParameter = (name: string, description: string): Json =>
  name.includes('<')
    ? {
        name: name.slice(0, name.indexOf('.')),
        in: 'query',
        description: `\`${name}\`: ${description}`,
        style: 'form',
        explode: true,
        schema: { type: 'object' },
      }
    : { name, in: 'query', description, schema: { type: 'string' } };

const idempotencyKey: Json = { $ref: '#/components/parameters/IdempotencyKey' };

const parametersOf = ({ path, query = {}, room }: Route): readonly Json[] => [
  ...pathParameters(path),
  ...Object.entries(query).map(([name, says]) => queryParameter(name, says)),
  ...(room === 'commands' ? [idempotencyKey] : []),
];

/** An integration key may be in the path, for which OpenAPI has no security scheme. */
const securityOf = (entrance: Entrance, path: string): readonly Json[] => {
  if (entrance === 'integration_key')
    return path === '/v2/enqueue' || path.includes(':key') ? [] : [{ integrationKey: [] }, { integrationBasic: [] }];
  if (entrance === 'open' || entrance === 'page_link' || entrance === 'feed_link' || entrance === 'manual_clock') return [];
  if (entrance === 'operator_token') return [{ operator: [] }];
  return [{ cookie: [] }, { bearer: [] }];
};

const schemaOf = ({ view, command }: Route, { shape }: RouteAnswer): Json | undefined => {
  if (view && shape === 'Listed') return listedOf(view);
  if (view && shape === 'ShownRow') return rowOf(view);
  if (command && shape === 'Accepted') return acceptedOf(command);
  return shape === undefined ? undefined : schemaRef(shape);
};

const answerOf = (route: Route, answer: RouteAnswer): Json => {
  const schema = schemaOf(route, answer);
  return { description: answer.says, ...(schema ? { content: { 'application/json': { schema } } } : {}) };
};

const isSignedIn = (entrance: Entrance): boolean => securityOf(entrance, '').some((scheme) => 'cookie' in scheme);

/** The refusals of a route by status, including those of all routes that need a sign-in. */
const refusalsOf = (route: Route): ReadonlyMap<number, readonly RefusalCode[]> => {
  const codes: readonly RefusalCode[] = [
    ...(isSignedIn(route.permission) ? (['session.required'] as const) : []),
    ...(route.refusals ?? []),
  ];
  const byStatus = new Map<number, RefusalCode[]>();
  for (const code of codes) byStatus.set(refusals[code].status, [...(byStatus.get(refusals[code].status) ?? []), code]);
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
  default: { description: 'Refused, or a fault.', ...problem },
});

const bodyOf = ({ body, bodyTypes, example, room }: Route): Json | undefined => {
  if (bodyTypes) return { required: true, content: Object.fromEntries(bodyTypes.map((type) => [type, { schema: { type: 'string' } }])) };
  if (!body && room !== 'ingest') return undefined;
  const schema = body ? schemaRef(body) : { type: 'object' };
  return { required: true, content: { 'application/json': { schema, ...(example === undefined ? {} : { example }) } } };
};

const permissionOf = ({ permission }: Route): string => (permission.includes('.') ? ` Permission: \`${permission}\`.` : '');

const operationOf = (route: Route): Json => {
  const requestBody = bodyOf(route);
  return {
    operationId: `${route.method.toLowerCase()} ${route.path}`.replaceAll(/[^a-zA-Z0-9]+(\w?)/g, (_all, next: string) =>
      next.toUpperCase(),
    ),
    tags: [route.room],
    summary: route.says,
    ...(permissionOf(route) ? { description: permissionOf(route).trim() } : {}),
    parameters: parametersOf(route),
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

const describeAnswer = (summary: string, schema: string): Json => ({
  post: {
    summary,
    parameters: [
      {
        name: 'Tocsin-Signature',
        in: 'header',
        schema: { type: 'string' },
        description: '`t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">`',
      },
    ],
    requestBody: { required: true, content: { 'application/json': { schema: schemaRef(schema) } } },
    responses: { '2XX': { description: 'Accepted by the receiver.' } },
  },
});

const createComponents = (): Json => ({
  schemas: createComponentSchemas(),
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      description: 'A UUID, new for each command. Repeating a key returns the same answer and has no second effect.',
      schema: { type: 'string', format: 'uuid' },
    },
  },
  securitySchemes: {
    cookie: { type: 'apiKey', in: 'cookie', name: 'tocsin_session', description: 'Set when you sign in.' },
    bearer: { type: 'http', scheme: 'bearer', description: 'The `token` from the answer to sign-in.' },
    integrationKey: { type: 'http', scheme: 'bearer', description: 'The key of an integration.' },
    operator: { type: 'http', scheme: 'bearer', description: 'From `operator.token` in the data folder; on the machine itself only.' },
    integrationBasic: { type: 'http', scheme: 'basic', description: 'The key of an integration as the password; any user name.' },
  },
});

/** The API as an OpenAPI 3.1 document, made from the contracts. `url` is the public address, without a trailing slash. */
export const openApi = ({ version, url }: { readonly version: string; readonly url: string }): object => ({
  openapi: '3.1.0',
  info: {
    title: 'Tocsin',
    version,
    license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    description: `Live changes are sent over socket.io at \`${livePath}\`. Every refusal is returned as problem details with a code from a closed list.`,
  },
  servers: [{ url }],
  paths: createPaths(),
  webhooks: {
    page: describeAnswer('To the webhook of a person, when they are paged.', 'WebhookPage'),
    bundle: describeAnswer('To the webhook of a person: several pages as one message.', 'WebhookBundle'),
    events: describeAnswer('To an event subscription: what happened to alert groups.', 'WebhookEvents'),
    escalationStep: describeAnswer('To the event subscription that a step of an escalation policy calls.', 'WebhookStep'),
    warning: describeAnswer('To the webhooks of owners: a warning about the installation itself.', 'WebhookWarning'),
    verification: describeAnswer('To a webhook that was just added: the verification code.', 'WebhookVerification'),
  },
  components: createComponents(),
});
