import { importFields, type ImportField, type RowCode } from '@tocsin/contracts/imports.js';
import type { Severity } from '@tocsin/contracts/severities.js';
import { limits } from '@tocsin/contracts/limits.js';
import { toInstant, toMillis } from '@tocsin/kernel/time.js';

/** Field → the name of its column. */
export type ImportMap = { readonly [F in ImportField]?: string };

const isField = (name: string): name is ImportField => importFields.some((one) => one === name);

/** Parses a map as typed: `openedAt=Created,title=Summary`. */
export const readMap = (text: string): { readonly map: ImportMap } | { readonly wrong: string } => {
  const map: Partial<Record<ImportField, string>> = {};
  for (const pair of text.split(',')) {
    const [field = '', ...column] = pair.split('=');
    const name = field.trim();
    if (!isField(name) || column.length === 0) return { wrong: pair };
    map[name] = column.join('=').trim();
  }
  return { map };
};

/** The default map: columns named like the fields. */
export const usualMap: ImportMap = Object.fromEntries(importFields.map((field) => [field, field]));

export interface RowNote {
  /** 1 for the first row below the header. */
  readonly row: number;
  readonly code: RowCode;
  readonly isLeftOut: boolean;
}

/** One alert of an imported history. */
export interface ImportedAlert {
  readonly row: number;
  readonly title: string;
  readonly openedAt: string;
  readonly acknowledgedAt: string | null;
  readonly resolvedAt: string | null;
  readonly service: string;
  /** Null: no name. */
  readonly person: string | null;
  readonly severity: Severity;
  readonly severityWord: string;
}

const severities: readonly (readonly [Severity, RegExp])[] = [
  ['critical', /^(critical|crit|fatal|emergency|alert|p1|sev-?1|1)$/],
  ['error', /^(error|err|high|major|p2|sev-?2|2)$/],
  ['warning', /^(warning|warn|medium|minor|p3|sev-?3|3)$/],
  ['info', /^(info|informational|low|notice|debug|p4|p5|sev-?[45]|[45])$/],
];
const severityOf = (word: string): Severity => severities.find(([, pattern]) => pattern.test(word.toLowerCase()))?.[0] ?? 'error';

/** Years in which an alert may have opened: other ones are typing errors, or placeholders such as year 1 or 9999. */
const [firstYear, lastYear] = [1970, 2199];

/**
 * Seconds or milliseconds since 1970, or a date with a time, in UTC if it has no zone. Null: unreadable, such as 30 February, or in a
 * year in which no alert can have opened.
 */
export const instantOf = (text: string): string | null => {
  const instant = parsed(text);
  const year = Number(instant?.slice(0, 4));
  return year >= firstYear && year <= lastYear ? instant : null;
};

const isDay = (day: string): boolean => {
  const millis = toMillis(`${day}T00:00:00.000Z`);
  return !Number.isNaN(millis) && toInstant(millis).startsWith(day);
};

const parsed = (text: string): string | null => {
  if (/^\d{10}(\.\d+)?$/.test(text)) return toInstant(Math.round(Number(text) * 1_000));
  if (/^\d{13}$/.test(text)) return toInstant(Number(text));
  const [, day, time, zone = 'Z'] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?))? ?(Z|UTC|[+-]\d\d:?\d\d)?$/.exec(text) ?? [];
  if (day === undefined || !isDay(day)) return null;
  const offset = zone === 'UTC' ? 'Z' : zone.replace(/^([+-]\d\d):?(\d\d)$/, '$1:$2');
  const millis = toMillis(`${day}T${(time ?? '00:00').replace(/(\.\d{3})\d+$/, '$1')}${offset}`);
  return Number.isNaN(millis) ? null : toInstant(millis);
};

const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

/** Reads one row leniently; whatever is left out gets a note. */
export const readRow = (
  row: number,
  columns: Readonly<Record<string, unknown>>,
  map: ImportMap,
): { readonly alert: ImportedAlert | null; readonly notes: readonly RowNote[] } => {
  const notes: RowNote[] = [];
  const note = (code: RowCode, isLeftOut = false): null => {
    notes.push({ row, code, isLeftOut });
    return null;
  };
  const text = (field: ImportField): string => {
    const value = map[field] === undefined ? '' : columns[map[field]];
    return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  };
  const time = (field: ImportField): string | null => {
    const timeText = text(field);
    return timeText === '' ? null : (instantOf(timeText) ?? note('import.unreadable_time'));
  };
  const openedAt = instantOf(text('openedAt'));
  if (openedAt === null) {
    note('import.no_opened_at', true);
    return { alert: null, notes };
  }
  const [resolved, acknowledged] = [time('resolvedAt'), time('acknowledgedAt')];
  const resolvedAt = resolved !== null && resolved < openedAt ? note('import.resolved_before_opened') : resolved;
  const isOutside = acknowledged !== null && (acknowledged < openedAt || (resolvedAt !== null && acknowledged > resolvedAt));
  const acknowledgedAt = isOutside ? note('import.acknowledged_outside') : acknowledged;
  const severityWord = cut(text('severity'), limits.drill.labelCharacters);
  return {
    alert: {
      row,
      title: cut(text('title') || 'Alert', limits.summaryCharacters),
      openedAt,
      acknowledgedAt,
      resolvedAt,
      service: cut(text('service') || 'Imported alerts', 80),
      person: cut(text('person'), 80) || null,
      severity: severityOf(severityWord),
      severityWord,
    },
    notes,
  };
};
