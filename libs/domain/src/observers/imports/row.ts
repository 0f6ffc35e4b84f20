import { importFields, type ImportField, type RowCode } from '@tocsin/contracts/imports/imports.js';
import type { Severity } from '@tocsin/contracts/severities.js';
import * as drillLimits from '@tocsin/contracts/drills/limits.js';
import * as integrationLimits from '@tocsin/contracts/integrations/limits.js';
import type { ImportedAlert } from './shared/imported-alert.js';
import { instantOf, type DayOrder } from './times.js';

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

/** Placeholders for empty values in exports. */
const emptyWords = new Set(['?', '-', '–', 'null', 'NULL', String.raw`\N`, 'N/A', 'n/a', 'None', 'none', 'NaN', 'NaT', 'undefined']);

const severities: readonly (readonly [Severity, RegExp])[] = [
  ['critical', /^(critical|crit|fatal|emergency|alert|p1|sev-?1|1)$/],
  ['error', /^(error|err|high|major|p2|sev-?2|2)$/],
  ['warning', /^(warning|warn|medium|moderate|minor|p3|sev-?3|3)$/],
  ['info', /^(info|informational|low|planning|none|notice|debug|p4|p5|sev-?[45]|[45])$/],
];
/** `2 - High` is ServiceNow’s way to write it. */
const severityOf = (word: string): Severity => {
  const plainWord = word.toLowerCase().replace(/^(\d) - .*$/, '$1');
  return severities.find(([, pattern]) => pattern.test(plainWord))?.[0] ?? 'error';
};

const cutText = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

type Columns = Readonly<Record<string, unknown>>;

const fieldOf = (columns: Columns, map: ImportMap, field: ImportField): string => {
  const value = map[field] === undefined ? '' : columns[map[field]];
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  return emptyWords.has(text) && field !== 'severity' ? '' : text;
};

const timeFields = ['openedAt', 'acknowledgedAt', 'resolvedAt'] as const;
export const timesOf = (columns: Columns, map: ImportMap): readonly string[] => timeFields.map((field) => fieldOf(columns, map, field));

/** Reads one row leniently; whatever is left out gets a note. */
export const readRow = (
  row: number,
  columns: Columns,
  map: ImportMap,
  order: DayOrder | null = null,
): { readonly alert: ImportedAlert | null; readonly notes: readonly RowNote[] } => {
  const notes: RowNote[] = [];
  const note = (code: RowCode, isLeftOut = false): null => {
    notes.push({ row, code, isLeftOut });
    return null;
  };
  const textOf = (field: ImportField): string => fieldOf(columns, map, field);
  const timeOf = (field: ImportField): string | null => {
    const timeText = textOf(field);
    return timeText === '' ? null : (instantOf(timeText, order) ?? note('import.unreadable_time'));
  };
  const openedAt = instantOf(textOf('openedAt'), order);
  if (openedAt === null) {
    note('import.no_opened_at', true);
    return { alert: null, notes };
  }
  const [resolved, acknowledged] = [timeOf('resolvedAt'), timeOf('acknowledgedAt')];
  const resolvedAt = resolved !== null && resolved < openedAt ? note('import.resolved_before_opened') : resolved;
  const isOutside = acknowledged !== null && (acknowledged < openedAt || (resolvedAt !== null && acknowledged > resolvedAt));
  const acknowledgedAt = isOutside ? note('import.acknowledged_outside') : acknowledged;
  const severityWord = cutText(textOf('severity'), drillLimits.drill.labelCharacters);
  return {
    alert: {
      row,
      id: textOf('id'),
      title: cutText(textOf('title') || 'Alert', integrationLimits.summaryCharacters),
      openedAt,
      acknowledgedAt,
      resolvedAt,
      service: cutText(textOf('service') || 'Imported alerts', 80),
      person: cutText(textOf('person'), 80) || null,
      severity: severityOf(severityWord),
      severityWord,
    },
    notes,
  };
};
