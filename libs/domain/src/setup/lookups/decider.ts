import type { commands as lookupCommands, LookupFact, LookupTable } from '@tocsin/contracts/lookups/noun.js';
import * as lookupLimits from '@tocsin/contracts/lookups/limits.js';
import type { Messages } from '@tocsin/contracts/message.js';
import type { RefusalCode } from '@tocsin/contracts/refusals.js';
import type { Refusal } from '@tocsin/kernel/decide/refusal.js';
import { sameFor, type InputsOf } from '../../inputs.js';
import { refuse } from '../../rules/refuse.js';
import { refuseUnlessConfigurer, requireFreeName, requireWithinLimit, type About } from '../../rules/settings-checks.js';
import { settingsNoun } from '../../rules/settings-noun.js';
import { parseTable, toCsv, type TableContent } from './shared/table.js';
import { lookupFold } from './views.js';

export type LookupCommand = Messages<typeof lookupCommands>;
type Row = LookupTable;
type Data = Extract<LookupCommand, { type: 'SaveLookup' }>['data'];

const lookups = settingsNoun<Row, LookupCommand, LookupFact>({ category: 'lookups', fold: lookupFold, newId: 'lookup' });

/** A table stays with its team. */
const ofSameOwner = ({ data, row, rows }: About<Row, Data>): readonly Row[] => {
  const teamId = row ? row.teamId : data.teamId;
  return rows.values().filter((one) => one.teamId === teamId);
};
const mayConfigure = ({ context, row }: About<Row, unknown>, teamId: string | null): Refusal<RefusalCode> | null =>
  refuseUnlessConfigurer(context, 'service.configure', row ? row.teamId : teamId);

const contentOf = ({ data: { csv }, row }: Pick<About<Row, Data>, 'data' | 'row'>): TableContent =>
  csv === undefined ? { columns: row?.columns ?? [], rows: row?.rows ?? [] } : parseTable(csv);

const refuseContent = (about: About<Row, Data>): Refusal<RefusalCode> | null => {
  const { columns, rows } = contentOf(about);
  if (columns.length < 2) return refuse('lookup.no_columns', {}, 'csv');
  if (columns.length > lookupLimits.columns || rows.length > lookupLimits.rows)
    return refuse('lookup.too_many', { rows: lookupLimits.rows, columns: lookupLimits.columns }, 'csv');
  const badColumn = columns.find((name, n) => name === '' || columns.indexOf(name) !== n);
  if (badColumn !== undefined) return refuse('lookup.column_twice', { column: badColumn || '“”' }, 'csv');
  if (rows.length === 0) return refuse('lookup.empty', {}, 'csv');
  const keys = new Set<string>();
  for (const [key = ''] of rows) {
    if (keys.has(key)) return refuse('lookup.key_twice', { key: key.slice(0, 100) }, 'csv');
    keys.add(key);
  }
  return null;
};

/** Tables of all teams: the stream `lookups`. */
export const lookupsDecider = lookups.decider({
  SaveLookup: lookups.save({
    may: (about) => mayConfigure(about, about.data.teamId),
    checks: [
      requireFreeName<Row, Data>('lookup.name_taken', ofSameOwner),
      requireWithinLimit<Row, Data>(lookupLimits.perOwner, 'limit.lookups', ofSameOwner),
      ({ data: { teamId }, context }) =>
        teamId !== null && context.reads.teams.get(teamId)?.removed !== false ? refuse('team.not_found', {}, 'teamId') : null,
      refuseContent,
    ],
    settings: (about) => {
      const { lookupId: _id, csv: _csv, teamId, ...settings } = about.data;
      return { teamId: about.row ? about.row.teamId : teamId, ...settings, ...contentOf(about) };
    },
    fact: (lookupId, { columns, rows, ...settings }) => ({
      type: 'LookupSaved',
      data: { lookupId, ...settings, columns: [...columns], rows: rows.map((cells) => [...cells]) },
    }),
  }),
  RemoveLookup: lookups.act({
    may: (about) => mayConfigure(about, null),
    missing: 'lookup.not_found',
    fact: ({ id: lookupId, row: { teamId, name } }) => ({ type: 'LookupRemoved', data: { lookupId, teamId, name } }),
  }),
});

/** The command that each fact was decided by. */
export const inputs: InputsOf<LookupFact, LookupCommand> = {
  LookupSaved: ({ columns, rows, ...data }) => ({ type: 'SaveLookup', data: { ...data, csv: toCsv({ columns, rows }) } }),
  LookupRemoved: ({ lookupId }) => sameFor<LookupCommand>()('RemoveLookup')({ lookupId }),
};
