import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { eventContract } from '@tocsin/contracts/catalogue.js';
import { importFields, type ImportFormat } from '@tocsin/contracts/imports/imports.js';
import { decodeTable } from '@tocsin/domain/observers/imports/decode-table.js';
import { createImportedEvents } from '@tocsin/domain/observers/imports/events.js';
import { importOwner } from '@tocsin/domain/observers/imports/installation.js';
import { parseAlerts, type ParsedAlerts } from '@tocsin/domain/observers/imports/parse.js';
import { readMap, usualMap, type ImportMap } from '@tocsin/domain/observers/imports/row.js';
import { tableOf } from '@tocsin/domain/observers/imports/table.js';
import { domain } from '@tocsin/domain/registry.js';
import type { StoredForm } from '@tocsin/kernel/replay/stored-form.js';
import { currentFormat } from '@tocsin/platform/data-folder/folder-label.js';
import { makeFolder } from '@tocsin/platform/data-folder/staged-folder.js';
import { version } from '@tocsin/platform/data-folder/program-version.js';
import { hashPassword } from '@tocsin/platform/side/passwords.js';
import { CliRefused } from './cli-refused.js';
import type { Settings } from './settings.js';

const usage = `tocsin import --from FILE --map title=COLUMN,openedAt=COLUMN,… --data NEW_FOLDER [--format csv|ndjson]
Fields: ${importFields.join(', ')}. Only openedAt is needed.`;

/** The most notes that are printed; further ones are only counted. */
const mostNotes = 20;

interface ImportOptions {
  readonly file: string;
  readonly data: string;
  readonly format: ImportFormat;
  readonly map: ImportMap;
}

const mapOf = (text: string): ImportMap => {
  const read = readMap(text);
  if ('wrong' in read)
    throw new CliRefused(`Unknown field in “${read.wrong}”. Use field=column, for example openedAt=Created.\nUsage: ${usage}`);
  return read.map;
};

const parseArguments = (args: readonly string[]): ImportOptions => {
  const option = { type: 'string' } as const;
  const options = { from: option, map: option, data: option, format: option };
  let values: { readonly from?: string; readonly map?: string; readonly data?: string; readonly format?: string };
  try {
    ({ values } = parseArgs({ args: [...args], options }));
  } catch (error) {
    throw new CliRefused(`Usage: ${usage}`, { cause: error });
  }
  const { from, map, data, format = from && /^\.(?:csv|tsv)$/i.test(extname(from)) ? 'csv' : 'ndjson' } = values;
  if (from === undefined || data === undefined || (format !== 'csv' && format !== 'ndjson')) throw new CliRefused(`Usage: ${usage}`);
  return {
    file: resolve(from),
    data: resolve(data),
    format,
    map: map === undefined ? usualMap : mapOf(map),
  };
};

const toStoredForm: StoredForm = (type, data) => ({ v: eventContract(type)!.v, data: JSON.parse(JSON.stringify(data)) as unknown });

const generatePassword = (): string =>
  Array.from({ length: 3 }, () => Array.from({ length: 5 }, () => 'abcdefghjkmnpqrstuvwxyz'[randomInt(23)]).join('')).join('-');

const textOf = (file: string, format: ImportFormat): string => {
  try {
    return decodeTable(readFileSync(file), format);
  } catch (error) {
    throw new CliRefused(`${file} can’t be read (${(error as Error).message}). Nothing was written.`, { cause: error });
  }
};

/** Rows that are imported or left out, with the reason for each. */
const summaryOf = (parsed: ParsedAlerts): readonly string[] => {
  const { rows, taken, reasons, notes } = tableOf(parsed, mostNotes);
  return [
    `${rows} rows: ${taken} taken, ${rows - taken} left out.`,
    ...reasons.map(({ code, says, count }) => `  ${count} × ${code}: ${says}`),
    ...notes.map(({ row, code }) => `  row ${row}: ${code}`),
    ...(parsed.notes.length > mostNotes ? [`  and ${parsed.notes.length - mostNotes} more`] : []),
  ];
};

/**
 * Creates a data folder with alerts from another system, so that reports can be seen before a migration. Never changes the live
 * folder.
 */
export const importCommand = async (args: readonly string[], { masterKey }: Settings): Promise<number> => {
  const { file, data, format, map } = parseArguments(args);
  const parsed = parseAlerts(textOf(file, format), format, map);
  for (const sentence of summaryOf(parsed)) console.log(sentence);
  if (parsed.alerts.length === 0) {
    throw new CliRefused(`No rows could be imported. Columns found: ${parsed.columns.join(', ') || 'none'}. Nothing was written.`);
  }
  const password = generatePassword();
  const hashed = await hashPassword(password);
  const events = createImportedEvents(parsed.alerts, { domain, written: toStoredForm, format: currentFormat });
  const count = await makeFolder({
    path: data,
    logKind: 'import',
    program: version,
    now: new Date().toISOString(),
    masterKey,
    contractOf: eventContract,
    events,
    secrets: (vault) => vault.putSecret(importOwner.passwordRef, hashed),
  });
  console.log(`Wrote ${count} events to ${data}. No one is paged from it.`);
  console.log(`Open it with TOCSIN_DATA=${data} npm start, and sign in as ${importOwner.email} with the password ${password}`);
  return 0;
};
