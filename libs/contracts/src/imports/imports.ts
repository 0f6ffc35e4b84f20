import { z } from 'zod';
import { id, instant } from '../ids.js';
import { commands as policyCommands } from '../policies/noun.js';

/** Meanings of columns. Only `openedAt` is required. */
export const importFields = ['id', 'title', 'openedAt', 'acknowledgedAt', 'resolvedAt', 'service', 'person', 'severity'] as const;
export type ImportField = (typeof importFields)[number];

export const importFormats = ['csv', 'ndjson'] as const;
export type ImportFormat = (typeof importFormats)[number];

/** Why a row, or a part of it, was left out. */
export const rowCodes = {
  'import.unreadable_row': 'Row skipped: it is unreadable.',
  'import.no_opened_at': 'Row skipped: openedAt is missing or unreadable.',
  'import.later_row': 'Row skipped: another row with the same id counts.',
  'import.unreadable_time': 'Unreadable time ignored.',
  'import.acknowledged_outside': 'Acknowledgement ignored: it is not between openedAt and resolvedAt.',
  'import.resolved_before_opened': 'Resolution ignored: it is before openedAt.',
} as const;
export type RowCode = keyof typeof rowCodes;
export const rowCodeNames = Object.keys(rowCodes) as RowCode[];

const count = z.number().int();

/** Result for the rows of a table. */
export const importTable = z.object({
  rows: count,
  taken: count,
  /** The first of its columns, and how many more it has. */
  columns: z.array(z.string()),
  moreColumns: count.optional(),
  reasons: z.array(z.object({ code: z.enum(rowCodeNames), says: z.string(), count })),
  /** The first of them. 1 is the first row below the header. */
  notes: z.array(z.object({ row: count, code: z.enum(rowCodeNames), isLeftOut: z.boolean() })),
  /** When the first alert opened, and the last moment of the table. Null: no row was taken. */
  from: instant.nullable(),
  to: instant.nullable(),
});
export type ImportTable = z.infer<typeof importTable>;

/** Alerts from elsewhere, in a log of their own. */
export const importShown = importTable.extend({
  id,
  name: z.string(),
  by: id,
  at: instant,
  state: z.enum(['running', 'done', 'failed']),
  /** Events of its log; 0 until it is done. */
  events: count,
  /** Why it failed; null where it did not. */
  trouble: z.string().nullable(),
  /** No table, but the imported history of other systems, with the setup of this installation. */
  isHistory: z.literal(true).optional(),
});
export type ImportShown = z.infer<typeof importShown>;
export const importList = z.object({ rows: z.array(importShown) });
export type ImportList = z.infer<typeof importList>;

const named = z.array(z.object({ id, name: z.string() }));
/** With the names for the ids in its reports. `policy`: its escalation policy, as the change of a backtest edits it; null until it is written. */
export const importTableAnswer = importShown.extend({
  teamId: id.nullable(),
  policyId: id.nullable(),
  policy: policyCommands.ChangePolicy.data.nullable(),
  services: named,
  people: named,
});
export type ImportTableAnswer = z.infer<typeof importTableAnswer>;
