import { views, type CommandType } from '@tocsin/contracts/catalogue.js';
import { commandAnswer, commandAnswers } from '@tocsin/contracts/command-answers.js';
import { recorded } from '@tocsin/contracts/envelope.js';
import { refusals } from '@tocsin/contracts/refusals.js';
import { allRoutes, allShapes } from './all-routes.js';
import { webhookBundle, webhookPage, webhookStep, webhookVerification, webhookWarning } from '@tocsin/contracts/webhook.js';
import { webhookEvents } from '@tocsin/contracts/webhook-events.js';
import { z } from 'zod';

export type Json = Readonly<Record<string, unknown>>;

export const schemaRef = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
/** The schema of the rows of a view. */
export const rowSchema = (view: string): string => `${view}Row`;

/** `input`: for requests, with optional defaults. `output`: for answers. */
const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
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
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'code', 'message'],
        properties: { path: { type: 'string' }, code: { type: 'string' }, message: { type: 'string' } },
      },
    },
    correlationId: { type: 'string' },
    params: { type: 'object', additionalProperties: { type: ['string', 'number'] } },
  },
};

/** A page of events. */
const withEvents = (more: Readonly<Record<string, Json>>): Json => ({
  type: 'object',
  required: ['events', 'next', ...Object.keys(more)],
  properties: { events: { type: 'array', items: schemaRef('Event') }, next: { type: ['integer', 'null'] }, ...more },
});

/** Schemas that replace those of the contracts, which don’t know the rows of views. */
const better: Readonly<Record<string, Json>> = {
  EventsAnswer: withEvents({ head: { type: 'integer' } }),
  CausesAnswer: withEvents({ missing: { anyOf: [{ type: 'string', enum: ['not yet', 'not found'] }, { type: 'null' }] } }),
  EffectsAnswer: withEvents({ complete: { type: 'boolean' }, together: { type: 'array', items: schemaRef('Event') } }),
};

/** Everything under `components.schemas`: bodies, answers, rows, events and problems. */
export const createComponentSchemas = (): Record<string, Json> => {
  const bodies = new Set(allRoutes.flatMap(({ body }) => (body ? [body] : [])));
  const ofShapes = Object.entries(allShapes).map(([name, schema]) => [
    name,
    better[name] ?? schemaOf(schema, bodies.has(name) ? 'input' : 'output'),
  ]);
  const ofViews = Object.entries(views).map(([view, row]) => [rowSchema(view), schemaOf(row, 'output')]);
  return {
    Problem: problem,
    Event: schemaOf(recorded, 'output'),
    WebhookPage: schemaOf(webhookPage, 'output'),
    WebhookBundle: schemaOf(webhookBundle, 'output'),
    WebhookEvents: schemaOf(webhookEvents, 'output'),
    WebhookStep: schemaOf(webhookStep, 'output'),
    WebhookVerification: schemaOf(webhookVerification, 'output'),
    WebhookWarning: schemaOf(webhookWarning, 'output'),
    ...Object.fromEntries([...ofShapes, ...ofViews]),
  } as Record<string, Json>;
};

/** One row of a view, with its schema. */
export const rowOf = (view: string): Json => ({
  allOf: [schemaRef('ShownRow'), { type: 'object', properties: { row: schemaRef(rowSchema(view)) } }],
});

/** The answer to a command, with the schema of its `says`. */
export const acceptedOf = (command: CommandType): Json => {
  const ownAnswer = (commandAnswers as Partial<Record<CommandType, z.ZodObject>>)[command];
  const answerSchema = schemaOf(commandAnswer.extend(ownAnswer?.shape ?? {}), 'output');
  return { allOf: [schemaRef('Accepted'), { type: 'object', properties: { says: answerSchema } }] };
};

/** The answer to a list of a view, with the schema of its rows. */
export const listedOf = (view: string): Json => ({
  allOf: [schemaRef('Listed'), { type: 'object', properties: { rows: { type: 'array', items: rowOf(view) } } }],
});
