import { createHash } from 'node:crypto';
import { z } from 'zod';
import { page, section } from './markdown.mjs';

/** The API in one line a thing, so that a review shows what changes of it. Each section is named after the page of the reference that says everything. */
export function apiSnapshot({ allRoutes, allShapes, commands, events, refusals, views }) {
  return page(
    'API snapshot',
    'What the API consists of: names, fields (`?`: may be absent), and a hash of the schema, which changes with it. Each installation serves the whole reference, in words, at `/docs`.',
    lines(
      'Routes',
      allRoutes.map((route) => [
        `${route.method} ${route.path}`,
        route.permission,
        fieldsOf(route.query),
        hashOf(routeParts(route, allShapes)),
      ]),
    ),
    lines(
      'Commands',
      Object.entries(commands).map(([type, { permission, data }]) => [
        type,
        permission,
        fieldsOf(data),
        hashOf([schemaOf(data, 'input'), permission]),
      ]),
    ),
    lines(
      'Events',
      Object.entries(events).map(([type, { v, data, personal }]) => [
        `${type} ${v}`,
        fieldsOf(data),
        hashOf([v, schemaOf(data), personal]),
      ]),
    ),
    lines(
      'Views',
      Object.entries(views).map(([name, row]) => [name, fieldsOf(row), hashOf(schemaOf(row))]),
    ),
    lines(
      'Refusals',
      Object.entries(refusals).map(([code, { status }]) => [code, status]),
    ),
  );
}

const lines = (title, rows) => section(title, `\`\`\`text\n${rows.map((cells) => cells.filter(Boolean).join(' · ')).join('\n')}\n\`\`\``);

function routeParts({ permission, query = {}, body, answers }, shapes) {
  const shapeOf = (name, io) => (name && shapes[name] ? schemaOf(shapes[name], io) : name);
  return [
    permission,
    Object.entries(query).map(([name, { schema, isRequired }]) => [name, isRequired, schemaOf(schema, 'input')]),
    shapeOf(body, 'input'),
    answers.map(({ status, shape }) => [status, shapeOf(shape)]),
  ];
}

/** Names of the outermost fields of a schema, or of the parameters of a route. */
function fieldsOf(fields) {
  if (!(fields instanceof z.ZodType)) return Object.keys(fields ?? {}).join(' ');
  const json = schemaOf(fields, 'input');
  const ways = json.oneOf ?? json.anyOf ?? [json];
  const names = [...new Set(ways.flatMap(({ properties = {} }) => Object.keys(properties)))];
  return names.map((name) => (ways.every(({ required = [] }) => required.includes(name)) ? name : `${name}?`)).join(' ');
}

const schemaOf = (schema, io = 'output') => z.toJSONSchema(schema, { io, unrepresentable: 'any' });

/** They may change without the API. A field of such a name has a schema, which is an object. */
const words = new Set(['description', 'title', 'examples']);
const isWord = (key, value) => words.has(key) && (typeof value === 'string' || Array.isArray(value));

function hashOf(value) {
  const text = JSON.stringify(value, (key, inner) => (isWord(key, inner) ? undefined : inner));
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}
