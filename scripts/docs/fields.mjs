import { z } from 'zod';
import { code, list, table } from './markdown.mjs';

/**
 * A zod schema as tables of its fields, nested ones as `a.b` and `a[].b`; one table for each way a union may look. `io` is `input` for
 * requests, where defaults are optional, or `output` for answers. `notes` adds to the notes of a field, by its path; the fields at the paths
 * `folded` are explained elsewhere and have one row.
 */
export function fieldTables(schema, io, { notes = {}, folded = [] } = {}) {
  const json = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  const ways = json.oneOf ?? json.anyOf ?? [json];
  return ways.map((way) => fieldTable(way, ways.length > 1, { notes, folded })).join('\n\n');
}

function fieldTable(json, isOneOfSeveral, more) {
  const rows = rowsOf(json, '', more);
  if (rows.length === 0) return 'No fields.';
  const title = isOneOfSeveral ? `${titleOf(json)}\n\n` : '';
  return title + table(['field', 'type', 'required', 'notes'], rows);
}

/** The fields that are always one value tell the ways of a union apart. */
function titleOf({ properties = {} }) {
  const fixed = Object.entries(properties).filter(([, field]) => 'const' in field);
  return fixed.length === 0 ? 'Or:' : `With ${fixed.map(([name, field]) => `${code(name)} ${code(field.const)}`).join(', ')}:`;
}

function rowsOf({ properties = {}, required = [] }, prefix, more) {
  return Object.entries(properties).flatMap(([name, field]) => {
    const path = prefix + name;
    const isFolded = more.folded.includes(path);
    const type = isFolded ? (typeNames[field.type] ?? 'object') : typeOf(field);
    const row = [code(path), type, required.includes(name) ? 'yes' : '', notesOf(field, more.notes[path])];
    return isFolded ? [row] : [row, ...nestedRows(field, path, more)];
  });
}

/** Expands fields level by level, but not the options of a union: those are part of its type. */
function nestedRows(field, path, more) {
  const { inner } = withoutNull(field);
  if (inner.type === 'object' && inner.properties) return rowsOf(inner, `${path}.`, more);
  const { items } = inner;
  return items?.type === 'object' && items.properties ? rowsOf(items, `${path}[].`, more) : [];
}

/** `x or null` as x. */
function withoutNull({ anyOf, ...field }) {
  if (Array.isArray(field.type)) return { inner: { ...field, type: field.type.find((type) => type !== 'null') }, isNullable: true };
  const otherTypes = anyOf?.filter(({ type }) => type !== 'null') ?? [];
  const isNullable = otherTypes.length < (anyOf?.length ?? 0);
  if (otherTypes.length === 1) return { inner: { ...field, ...otherTypes[0] }, isNullable };
  return { inner: anyOf ? { ...field, anyOf: otherTypes } : field, isNullable };
}

function typeOf(field) {
  const { inner, isNullable } = withoutNull(field);
  return isNullable ? `${describeType(inner)} or null` : describeType(inner);
}

function describeType(field) {
  if ('const' in field) return code(field.const);
  if (field.enum) return list(field.enum.map(code), 'or');
  if (isErased(field)) return 'erased';
  const ways = field.oneOf ?? field.anyOf;
  if (ways) return ways.map(wayOf).join(' or ');
  if (field.type === 'array') return `list of ${describeType(field.items ?? {})}`;
  if (field.type === 'object' && !field.properties && field.additionalProperties)
    return `map of text to ${describeType(field.additionalProperties)}`;
  return typeNames[field.format] ?? typeNames[field.type] ?? 'anything';
}

const typeNames = {
  uuid: 'id',
  'date-time': 'instant',
  email: 'e-mail address',
  uri: 'URL',
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'yes or no',
  object: 'object',
};

/** The value of a personal field after its person was erased. */
const isErased = ({ properties }) => properties?.erased?.const === true;

function wayOf(way) {
  if (!way.properties || isErased(way)) return typeOf(way);
  const fields = Object.entries(way.properties).map(([name, field]) => `${name}: ${stripBackticks(typeOf(field))}`);
  return code(`{ ${fields.join(', ')} }`);
}

const stripBackticks = (text) => text.replaceAll('`', '');

function notesOf(field, note) {
  const { inner } = withoutNull(field);
  return [
    inner.default === undefined ? '' : `default ${code(JSON.stringify(inner.default))}`,
    describeRange(inner.minLength, inner.maxLength, 'characters'),
    describeRange(inner.minItems, inner.maxItems, 'entries'),
    inner.type === 'integer' || inner.type === 'number' ? describeRange(inner.minimum, inner.maximum, '') : '',
    field.description ?? '',
    note ?? '',
  ]
    .filter(Boolean)
    .join('; ');
}

const isBound = (bound) => bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER;

function describeRange(least, most, unit) {
  const bounds = isBound(least) ? (isBound(most) ? `${least}–${most}` : `at least ${least}`) : isBound(most) ? `at most ${most}` : '';
  return bounds && `${bounds} ${unit}`.trim();
}
