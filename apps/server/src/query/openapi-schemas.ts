import { commands, views, type CommandType, type ViewName } from '@tocsin/contracts/catalogue.js';
import { commandAnswer, commandAnswers } from '@tocsin/contracts/command-answers.js';
import { recorded } from '@tocsin/contracts/envelope.js';
import { erased } from '@tocsin/contracts/ids.js';
import { refusals } from '@tocsin/contracts/refusals.js';
import { shapes } from '@tocsin/contracts/shapes.js';
import { webhookBundle, webhookPage, webhookStep, webhookVerification, webhookWarning } from '@tocsin/contracts/contacts/webhook.js';
import { webhookEvents } from '@tocsin/contracts/event-subscriptions/webhook-events.js';
import { z } from 'zod';
import { allRoutes, allShapes } from './all-routes.js';

export type Json = Readonly<Record<string, unknown>>;

export const schemaRef = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

/** Names of the schemas of a view and of a command’s answer. Each is flat: generators of clients give them their own types. */
export const namesOfView = (view: string) => ({ row: `${view}Row`, shown: `${view}Shown`, list: `${view}List` });
export const acceptedName = (command: string): string => `${command}Accepted`;

/** `input`: for requests, with optional defaults. `output`: for answers. */
export const jsonSchemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // a format says it all, and numbers of any size have the bounds of JavaScript
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (zodSchema !== erased) return;
      for (const key of Object.keys(jsonSchema)) delete jsonSchema[key as keyof typeof jsonSchema];
      Object.assign(jsonSchema, schemaRef('Erased'));
    },
  });
  // answers may get new fields: clients must not refuse them
  return io === 'input' ? json : open(json);
};

/** Removes all restrictions on additional fields, at any depth. */
const open = (json: Json): Json =>
  JSON.parse(
    JSON.stringify(json, (key, value: unknown) => (key === 'additionalProperties' && value === false ? undefined : value)),
  ) as Json;

const problem: Json = {
  type: 'object',
  description: 'RFC 9457 problem details. A refused request changes nothing.',
  required: ['type', 'title', 'status', 'code', 'detail', 'todo', 'correlationId'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string', enum: [...Object.keys(refusals), 'fault'], description: '`fault`: a bug in the server, with status 500.' },
    detail: { type: 'string', description: 'A sentence for a person.' },
    todo: { type: 'string', description: 'What to do about it.' },
    errors: { type: 'array', items: schemaRef('ProblemField') },
    correlationId: { type: 'string' },
    params: { type: 'object', additionalProperties: { type: ['string', 'number'] } },
  },
};

const problemField: Json = {
  type: 'object',
  description: 'What is wrong with a field of the request.',
  required: ['path', 'code', 'message'],
  properties: {
    path: { type: 'string', description: 'Where it is, such as `steps.0.targets.1.personId`.' },
    code: { type: 'string' },
    message: { type: 'string' },
  },
};

/** An answer with some of its fields described by other schemas, which the contracts don’t know. */
const withFields = (schema: z.ZodType, fields: Readonly<Record<string, Json>>): Json => {
  const { properties, ...json } = jsonSchemaOf(schema, 'output');
  return { ...json, properties: { ...(properties as Json), ...fields } };
};

const eventList: Json = { type: 'array', items: schemaRef('Event') };
/** Schemas that replace those of the contracts, in which events and rows are anything. */
const better = (): Readonly<Record<string, Json>> => ({
  EventsAnswer: withFields(shapes.EventsAnswer, { events: eventList }),
  CausesAnswer: withFields(shapes.CausesAnswer, { events: eventList }),
  EffectsAnswer: withFields(shapes.EffectsAnswer, { events: eventList, together: eventList }),
});

const schemasOfView = (view: ViewName): readonly (readonly [string, Json])[] => {
  const { row, shown, list } = namesOfView(view);
  return [
    [row, jsonSchemaOf(views[view], 'output')],
    [shown, withFields(shapes.ShownRow, { row: schemaRef(row) })],
    [list, withFields(shapes.Listed, { rows: { type: 'array', items: schemaRef(shown) } })],
  ];
};

/** The ids that the body of a command names, which its answer may name too. */
const idsOf = (command: CommandType): Readonly<Record<string, Json>> => {
  const { properties = {} } = jsonSchemaOf(commands[command].data, 'input') as { readonly properties?: Json };
  return Object.fromEntries(
    Object.keys(properties)
      .filter((name) => name.endsWith('Id'))
      .map((name) => [name, { type: 'string' }]),
  );
};

/** The answer to a command, with the schema of its `says`. */
const acceptedOf = (command: CommandType): Json => {
  const ownAnswer = (commandAnswers as Partial<Record<CommandType, z.ZodObject>>)[command];
  const { properties, ...says } = jsonSchemaOf(commandAnswer.extend(ownAnswer?.partial().shape ?? {}), 'output');
  // it may name other ids than those of the request, such as that of a page that ended
  const otherIds = { patternProperties: { Id$: { type: 'string' } } };
  return withFields(shapes.Accepted, { says: { ...says, properties: { ...idsOf(command), ...(properties as Json) }, ...otherIds } });
};

/** `alert_group` as `AlertGroup`. */
const toPascal = (text: string): string => text.replaceAll(/(?:^|[^a-zA-Z0-9]+)([a-zA-Z0-9])/g, (_all, next: string) => next.toUpperCase());

/** A name for one way of a union: by the values that only it has, else by its place. */
const nameOfWay = ({ properties = {} }: { readonly properties?: Readonly<Record<string, Json>> }, index: number): string => {
  const values = Object.values(properties).flatMap(({ const: value }) => (typeof value === 'string' ? [toPascal(value)] : []));
  return values.join('') || String(index + 1);
};

/** Gives each way of a union a schema of its own. */
const splitUnion = ([name, schema]: readonly [string, Json]): readonly (readonly [string, Json])[] => {
  const key = 'oneOf' in schema ? 'oneOf' : 'anyOf';
  const ways = schema[key] as readonly Json[] | undefined;
  if (!ways?.every(({ type }) => type === 'object')) return [[name, schema]];
  const names = ways.map((way, index) => `${name}${nameOfWay(way, index)}`);
  const unique = names.map((one, index) => (names.indexOf(one) === index ? one : `${one}${index + 1}`));
  return [[name, { ...schema, [key]: unique.map(schemaRef) }], ...ways.map((way, index) => [unique[index]!, way] as const)];
};

/** Everything under `components.schemas`: bodies, answers, rows, events and problems. */
export const createComponentSchemas = (): Record<string, Json> => {
  const bodies = new Set(allRoutes.flatMap(({ body }) => (body ? [body] : [])));
  const improved = better();
  const ofShapes = Object.entries(allShapes)
    .filter(([name]) => name !== 'Listed' && name !== 'ShownRow')
    .map(([name, schema]) => [name, improved[name] ?? jsonSchemaOf(schema, bodies.has(name) ? 'input' : 'output')] as const)
    .flatMap(splitUnion);
  return {
    Problem: problem,
    ProblemField: problemField,
    Erased: jsonSchemaOf(z.object(erased.shape).describe('In place of a personal field whose key was destroyed.'), 'output'),
    Event: jsonSchemaOf(recorded, 'output'),
    SenderBody: {
      type: 'object',
      description: 'What the monitoring system sends. Fields that are not known are left out.',
      additionalProperties: true,
    },
    WebhookPage: jsonSchemaOf(webhookPage, 'output'),
    WebhookBundle: jsonSchemaOf(webhookBundle, 'output'),
    WebhookEvents: jsonSchemaOf(webhookEvents, 'output'),
    WebhookStep: jsonSchemaOf(webhookStep, 'output'),
    WebhookVerification: jsonSchemaOf(webhookVerification, 'output'),
    WebhookWarning: jsonSchemaOf(webhookWarning, 'output'),
    ...Object.fromEntries(ofShapes),
    ...Object.fromEntries((Object.keys(views) as ViewName[]).flatMap(schemasOfView)),
    ...Object.fromEntries((Object.keys(commands) as CommandType[]).map((command) => [acceptedName(command), acceptedOf(command)])),
  };
};
