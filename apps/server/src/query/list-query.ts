import { parseInstant } from '@tocsin/contracts/instant.js';
import { limits } from '@tocsin/contracts/limits.js';
import { midnightOf } from '@tocsin/kernel/time.js';
import type { ListQuery, Range } from '@tocsin/platform/views/view-store.js';
import { z } from 'zod';
import { HttpProblem } from '../problems/problem.js';
import { columnsOf, isOfInstants, schemaOf } from './view-columns.js';
import { viewDefinitions as definitions } from './view-definitions.js';

export type Params = Readonly<Record<string, string | readonly string[] | undefined>>;
/** The parameters of a query string; one that is given once is a text, as in the address of a request. */
export const parseParams = (text: string): Params => {
  const query = new URLSearchParams(text);
  return Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const values = query.getAll(name);
      return [name, values.length === 1 ? values[0]! : values];
    }),
  );
};

type Value = string | number | null;

export const invalidQuery = (path: string, message: string): HttpProblem =>
  new HttpProblem('request.invalid', {}, [{ path, code: 'invalid', message }]);

export const firstValue = (value: Params[string]): string | undefined => (typeof value === 'string' ? value : value?.[0]);

/** Query parameters are text: its possible values in a row, and how the column stores them. */
const possibleValues = (text: string): readonly (readonly [meant: unknown, held: Value])[] => [
  [text, text],
  ...(text === '' ? [[null, null] as const] : []),
  ...(/^(?:0|[1-9]\d{0,14})$/.test(text) ? [[Number(text), Number(text)] as const] : []),
  ...(text === '1' || text === 'true' ? [[true, 1] as const] : []),
  ...(text === '0' || text === 'false' ? [[false, 0] as const] : []),
];

/** Possible values of the text. Throws for text that no row could contain: an empty list would look like a valid response. */
const valuesOf = (view: string, column: string, text: string): readonly Value[] => {
  const schema = schemaOf(view, column);
  const readable = possibleValues(text).flatMap(([value, held]) => {
    const { success, data } = schema.safeParse(value);
    // an instant is stored in UTC, whatever its offset was
    return success ? [typeof data === 'string' ? data : held] : [];
  });
  if (readable.length === 0) throw invalidQuery(`where.${column}`, `“${text}” is not a valid value of ${column}: ${expectedWords(schema)}`);
  return readable;
};

/** Describes a valid value, in a sentence. */
const expectedWords = (schema: z.ZodType): string => {
  const { type, enum: choices, anyOf, format } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  const expectedPart = [{ type, enum: choices, format }, ...(anyOf ?? [])].find((part) => part.type !== undefined && part.type !== 'null');
  if (expectedPart?.enum) return `must be one of ${expectedPart.enum.join(', ')}.`;
  return sentences[expectedPart?.format ?? expectedPart?.type ?? ''] ?? 'see /api/openapi.json.';
};

const anInstant = 'an instant with its offset, such as 2026-11-21T03:12:00Z or 2026-11-21T04:12:00%2B01:00.';

interface JsonSchema {
  readonly type?: string | undefined;
  readonly enum?: readonly unknown[] | undefined;
  readonly format?: string | undefined;
  readonly anyOf?: readonly JsonSchema[];
}

const sentences: Readonly<Record<string, string>> = {
  boolean: 'must be 1 or 0.',
  integer: 'must be a whole number.',
  uuid: 'must be an id.',
  'date-time': `must be ${anInstant}`,
};

const whereIn = (view: string, params: Params): NonNullable<ListQuery['where']> => {
  const columns = columnsOf(view);
  const filters: Record<string, readonly Value[]> = {};
  for (const [name, value] of Object.entries(params)) {
    // without the prefix the parameter would be ignored, and the unfiltered list would look like the result
    if (name !== 'id' && columns.includes(name)) throw invalidQuery(name, `To filter by ${name}, write where.${name}=…`);
    if (!name.startsWith('where') || value === undefined) continue;
    const column = name.slice('where.'.length);
    if (!name.startsWith('where.') || !columns.includes(column)) throw unknownColumnProblem(name, column, columns);
    filters[column] = [value].flat().flatMap((text) => valuesOf(view, column, text));
  }
  return filters;
};

const unknownColumnProblem = (name: string, column: string, columns: readonly string[]): HttpProblem =>
  invalidQuery(name, `There is no column ${column}. Columns: ${columns.join(', ')}.`);

interface RangeEnd {
  readonly end: string;
  readonly column: string;
  readonly instant: string;
}

/** One end of a range, from the name of a parameter; empty for other parameters. Throws for an invalid one. */
const parseRangeEnd = (view: string, name: string, value: Params[string]): readonly RangeEnd[] => {
  const [, end, column = ''] = /^(from|to)(?:\.(.*))?$/.exec(name) ?? [];
  if (!end) return [];
  const instants = columnsOf(view).filter((one) => isOfInstants(view, one));
  if (!instants.includes(column))
    throw invalidQuery(name, `Use from.… or to.… with one of ${instants.join(', ') || 'no column of this view'}.`);
  const at = typeof value === 'string' ? parseInstant(value) : null;
  if (at === null) throw invalidQuery(name, `Must be ${anInstant}`);
  return [{ end, column, instant: at }];
};

/** `?from.<column>=` and `?to.<column>=`, of one column. */
const rangeIn = (view: string, params: Params): Range | undefined => {
  const [first, ...otherRanges] = Object.entries(params).flatMap(([name, value]) => parseRangeEnd(view, name, value));
  if (!first) return undefined;
  const { column } = first;
  const other = otherRanges.find((end) => end.column !== column);
  if (other) throw invalidQuery(`${other.end}.${other.column}`, `A list can have only one range; this one is on ${column}.`);
  const range: Range = { column, ...Object.fromEntries([first, ...otherRanges].map(({ end, instant }) => [end, instant])) };
  if (range.from !== undefined && range.to !== undefined && range.from > range.to)
    throw invalidQuery(`to.${column}`, `It must not be before from.${column}.`);
  return range;
};

/** `1`, `true`; `0`, `false` and empty. */
const isFlagSet = (params: Params, name: string): boolean => {
  const text = firstValue(params[name]) ?? '';
  if (!['1', 'true', '0', 'false', ''].includes(text)) throw invalidQuery(name, 'Must be 1 or 0.');
  return text === '1' || text === 'true';
};

/** `?count=1`: the current number of rows; past states are not counted. */
export const isCounted = (params: Params): boolean => {
  const shouldCount = isFlagSet(params, 'count');
  if (shouldCount && params.at) throw invalidQuery('count', 'Only current rows can be counted. Leave out at.');
  return shouldCount;
};

/** `?countBy=`: columns by whose values the current rows are counted. Throws for a column that does not exist, and with what it can’t be combined. */
export const countByIn = (view: string, params: Params): readonly string[] => {
  const wanted = [params['countBy'] ?? []].flat();
  const columns = columnsOf(view).filter((column) => column !== 'id');
  for (const column of wanted) if (!columns.includes(column)) throw unknownColumnProblem('countBy', column, columns);
  if (wanted.length > 0 && params.at) throw invalidQuery('countBy', 'Only current rows can be counted. Leave out at.');
  return wanted;
};

/** `?at=`: an ordinal, an instant, or a day for its start. Refused by views without history, except for a single row that is folded from a stream. */
export const momentIn = (view: string, { at }: Params, isOneRow = false): string | number | undefined => {
  if (at === undefined || at === '') return undefined;
  const asked = parseMoment(at);
  const { hasHistory: past, stream } = definitions.get(view)!;
  if (!past && !(isOneRow && stream)) throw new HttpProblem('request.not_supported_here');
  return asked;
};

/** An ordinal, an instant, or a day for its start. Throws HttpProblem request.invalid. */
export const parseMoment = (at: Params[string]): string | number => {
  const text = typeof at === 'string' ? at : '';
  if (/^(?:0|[1-9]\d{0,11})$/.test(text)) return Number(text);
  const instant = z.iso.date().safeParse(text).success ? midnightOf(text) : parseInstant(text);
  if (instant === null) throw invalidQuery('at', `Must be an ordinal, a day such as 2026-11-21, or ${anInstant}`);
  return instant;
};

/** The query of a list as of now. Throws HttpProblem request.invalid for an invalid one. */
export const listQueryOf = (view: string, params: Params): ListQuery => {
  const limit = Number(firstValue(params.limit) ?? limits.pageSize);
  if (!Number.isInteger(limit) || limit < 1 || limit > limits.pageSizeMax) throw invalidQuery('limit', `1 to ${limits.pageSizeMax}.`);
  const sort = firstValue(params.sort);
  const columns = columnsOf(view);
  if (sort !== undefined && !columns.includes(sort)) throw unknownColumnProblem('sort', sort, columns);
  const cursor = firstValue(params.cursor);
  const range = rangeIn(view, params);
  return {
    where: whereIn(view, params),
    ...(range ? { range } : {}),
    limit,
    descending: isFlagSet(params, 'desc'),
    ...(sort === undefined ? {} : { sort }),
    ...(cursor === undefined || cursor === '' ? {} : { cursor }),
  };
};
