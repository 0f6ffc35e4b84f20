import type { QueryParameter } from '@tocsin/contracts/routes/query.js';
import type { Route } from '@tocsin/contracts/routes/route.js';
import type { ViewName } from '@tocsin/contracts/catalogue.js';
import { jsonSchemaOf, type Json } from './openapi-schemas.js';
import { columnsOf, isOfInstants, schemaOf } from './view-columns.js';
import { viewDefinitions } from './view-definitions.js';

const pathParameters = (path: string): readonly Json[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: name === 'ordinal' ? { type: 'integer', minimum: 1 } : { type: 'string' },
  }));

/** Explodes lists, which is OpenAPI’s default: one parameter for each entry. */
const queryParameter = (name: string, { says, isRequired }: QueryParameter, schema: Json): Json => ({
  name,
  in: 'query',
  description: says,
  ...(isRequired ? { required: true } : {}),
  schema,
});

/** What a filter by a column takes: the values that a row may have in it, as text. Empty: rows without one. */
const columnSchema = (view: string, column: string): Json => {
  const { anyOf, ...schema } = jsonSchemaOf(schemaOf(view, column), 'output') as Json & { readonly anyOf?: readonly Json[] };
  const parts = anyOf ?? [schema];
  const values = parts
    .filter(({ type }) => type !== 'null')
    .map((part) => (part['type'] === 'boolean' ? { type: 'string', enum: ['1', '0'] } : part));
  const isNullable = values.length < parts.length;
  const given = values.length === 1 ? values[0]! : { anyOf: values };
  const { enum: choices } = given as { readonly enum?: readonly string[] };
  if (!isNullable) return given;
  return choices ? { ...given, enum: [...choices, ''] } : { anyOf: [given, { type: 'string', maxLength: 0 }] };
};

/** The parameters of a list: one for each column that it can be filtered by. */
const listParameters = (view: ViewName, query: NonNullable<Route['query']>): readonly Json[] => {
  const columns = columnsOf(view);
  const ofColumns: Readonly<Record<string, (column: string) => Json | null>> = {
    where: (column) => ({ type: 'array', items: columnSchema(view, column) }),
    from: (column) => (isOfInstants(view, column) ? { type: 'string', format: 'date-time' } : null),
    to: (column) => (isOfInstants(view, column) ? { type: 'string', format: 'date-time' } : null),
  };
  const counted = columns.filter((column) => column !== 'id');
  const choices: Readonly<Record<string, Json>> = {
    sort: { type: 'string', enum: columns },
    countBy: { type: 'array', items: { type: 'string', enum: counted } },
  };
  return Object.entries(query).flatMap(([name, parameter]) => {
    if (name === 'countBy' && counted.length === 0) return [];
    const [prefix = ''] = name.split('.<', 1);
    const schemaFor = ofColumns[prefix];
    if (!schemaFor) return [queryParameter(name, parameter, choices[name] ?? parameterSchema(parameter))];
    return columns.flatMap((column) => {
      const schema = schemaFor(column);
      return schema ? [queryParameter(`${prefix}.${column}`, parameter, schema)] : [];
    });
  });
};

const parameterSchema = ({ schema }: QueryParameter): Json => jsonSchemaOf(schema, 'input');

/** Views without history have no past to be asked for, but a row that is folded from a stream has. */
const hasPast = (view: ViewName, isOneRow: boolean): boolean => {
  const { hasHistory, stream } = viewDefinitions.get(view)!;
  return hasHistory || (isOneRow && stream !== undefined);
};

const queryParameters = ({ query = {}, view }: Pick<Route<string>, 'query' | 'view'>): readonly Json[] => {
  const isList = 'sort' in query;
  const { at, ...rest } = query;
  const supported = view && at && !hasPast(view, !isList) ? rest : query;
  return view && isList
    ? listParameters(view, supported)
    : Object.entries(supported).map(([name, parameter]) => queryParameter(name, parameter, parameterSchema(parameter)));
};

/** The parameters of a route as OpenAPI has them, those of its path first. */
export const parametersOf = (route: Pick<Route<string>, 'path' | 'query' | 'view'>): readonly Json[] => [
  ...pathParameters(route.path),
  ...queryParameters(route),
];
