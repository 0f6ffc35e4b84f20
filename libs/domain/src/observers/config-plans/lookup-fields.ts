import type { DocumentOf } from '@tocsin/contracts/config-files/format.js';
import type { LookupTable } from '@tocsin/contracts/lookups/noun.js';
import { parseTable, type TableContent } from '../../setup/lookups/shared/table.js';
import { hashOfValue, type Fields } from './fields.js';

type Document = DocumentOf<'LookupTable'>;

/** Thousands of rows are compared by their hash: a plan lists no cells. */
const contentFields = ({ columns, rows }: TableContent): readonly [string, unknown][] => [
  ['columns', columns],
  ['rows', `${rows.length} rows (${hashOfValue(rows)})`],
];

export const fieldsOfLookup = ({ name, matchOn, overrides, ...content }: LookupTable): Fields =>
  new Map<string, unknown>([['name', name], ['matchOn', matchOn], ['overrides', overrides], ...contentFields(content)]);

/** A table with an address keeps the rows that it fetched last. */
const csvOf = ({ csv, fetched }: Document, row: LookupTable | undefined): string | undefined =>
  fetched === true && row?.sourceRef !== undefined ? undefined : csv;

export const readLookup = (document: Document, row: LookupTable | undefined): Fields => {
  const { name, matchOn, overrides } = document;
  const csv = csvOf(document, row);
  return new Map<string, unknown>([
    ['name', name],
    ['matchOn', matchOn],
    ...(overrides === undefined ? [] : ([['overrides', overrides ?? false]] as const)),
    ...(csv === undefined ? [] : contentFields(parseTable(csv))),
  ]);
};

/** What is left out stays as it is. */
export const lookupSettings = (document: Document, row: LookupTable | undefined): object => {
  const { name, matchOn, overrides } = document;
  const csv = csvOf(document, row);
  return {
    name,
    matchOn,
    overrides: overrides === undefined ? (row?.overrides ?? false) : (overrides ?? false),
    ...(csv === undefined ? {} : { csv }),
  };
};
