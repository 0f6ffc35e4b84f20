import type { commands as lookupCommands, LookupFact, LookupTable } from '@tocsin/contracts/lookups/noun.js';
import * as lookupLimits from '@tocsin/contracts/lookups/limits.js';
import type { Messages } from '@tocsin/contracts/message.js';
import type { RefusalCode } from '@tocsin/contracts/refusals.js';
import type { Refusal } from '@tocsin/kernel/decide/refusal.js';
import { sameFor, type InputsOf } from '../../inputs.js';
import { refuse } from '../../rules/refuse.js';
import { isSystem } from '../../rules/permissions.js';
import { hasSameSettings } from '../../rules/same-settings.js';
import { refuseUnlessConfigurer, requireFreeName, requireWithinLimit, type About } from '../../rules/settings-checks.js';
import { settingsNoun, tableOf } from '../../rules/settings-noun.js';
import { parseTable, toCsv, type TableContent } from './shared/table.js';
import { lookupFold } from './views.js';

type Typed = Messages<typeof lookupCommands>;
interface Source {
  readonly host?: string | undefined;
  readonly sourceRef?: string | undefined;
}
/** The server has fetched what an address gives, and stored the address in the vault. */
interface SaveLookup {
  readonly type: 'SaveLookup';
  readonly data: Omit<Extract<Typed, { type: 'SaveLookup' }>['data'], 'address' | 'header'> & Source;
}
interface FetchLookup {
  readonly type: 'FetchLookup';
  readonly data: { readonly lookupId: string; readonly sourceRef: string; readonly csv: string };
}
export type LookupCommand = Exclude<Typed, { type: 'SaveLookup' | 'FetchLookup' }> | SaveLookup | FetchLookup;
type Row = LookupTable;
type Data = SaveLookup['data'];

const lookups = settingsNoun<Row, LookupCommand, LookupFact>({
  category: 'lookups',
  fold: lookupFold,
  newId: 'lookup',
  readKnownState: ({ lookupStream, lookupTables }) => {
    const known = lookupStream.get('lookups');
    return known && { revision: known.revision, state: tableOf(lookupTables) };
  },
});

/** A table stays with its team. */
const ofSameOwner = ({ data, row, rows }: About<Row, Data>): readonly Row[] => {
  const teamId = row ? row.teamId : data.teamId;
  return rows.values().filter((one) => one.teamId === teamId);
};
const mayConfigure = ({ context, row }: About<Row, unknown>, teamId: string | null): Refusal<RefusalCode> | null =>
  refuseUnlessConfigurer(context, 'service.configure', row ? row.teamId : teamId);

const contentOf = ({ data: { csv }, row }: { readonly data: Pick<Data, 'csv'>; readonly row: Row | undefined }): TableContent =>
  csv === undefined ? { columns: row?.columns ?? [], rows: row?.rows ?? [] } : parseTable(csv);

const refuseContent = (about: { readonly data: Pick<Data, 'csv'>; readonly row: Row | undefined }): Refusal<RefusalCode> | null => {
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

const sourceOf = (row: Row | undefined): Source => ({ host: row?.host, sourceRef: row?.sourceRef });
/** The vault no longer needs the address of before. */
const endedBy = (row: Row | undefined, sourceRef?: string) =>
  row?.sourceRef === undefined || row.sourceRef === sourceRef ? {} : { endedRef: row.sourceRef };

const recorded = ({ columns, rows }: TableContent) => ({ columns: [...columns], rows: rows.map((cells) => [...cells]) });

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
      const { lookupId: _id, csv, teamId, host, sourceRef, ...settings } = about.data;
      const source: Source = csv === undefined ? sourceOf(about.row) : { host, sourceRef };
      return { teamId: about.row ? about.row.teamId : teamId, ...settings, ...contentOf(about), ...source };
    },
    fact: (lookupId, { columns, rows, host, sourceRef, ...settings }, row) => ({
      type: 'LookupSaved',
      data: {
        lookupId,
        ...settings,
        ...recorded({ columns, rows }),
        ...(sourceRef === undefined ? {} : { host, sourceRef }),
        ...endedBy(row, sourceRef),
      },
    }),
  }),
  FetchLookup: lookups.act({
    may: (about) => (isSystem(about.context) ? null : mayConfigure(about, null)),
    missing: 'lookup.not_found',
    checks: [({ row }) => (row.sourceRef ? null : refuse('lookup.no_address')), refuseContent],
    fact: (about) => {
      const { row, id: lookupId, data } = about;
      const content = contentOf(about);
      // another address was saved while this one was fetched
      const isOld = row.sourceRef !== data.sourceRef;
      if (isOld || hasSameSettings(row, content)) return null;
      return {
        type: 'LookupFetched',
        data: { lookupId, teamId: row.teamId, name: row.name, ...recorded(content), sourceRef: data.sourceRef },
      };
    },
  }),
  RemoveLookup: lookups.act({
    may: (about) => mayConfigure(about, null),
    missing: 'lookup.not_found',
    fact: ({ id: lookupId, row }) => ({
      type: 'LookupRemoved',
      data: { lookupId, teamId: row.teamId, name: row.name, ...endedBy(row) },
    }),
  }),
});

export const inputs: InputsOf<LookupFact, LookupCommand> = {
  LookupSaved: ({ columns, rows, endedRef: _ended, ...data }) => ({ type: 'SaveLookup', data: { ...data, csv: toCsv({ columns, rows }) } }),
  LookupFetched: ({ lookupId, sourceRef, columns, rows }) => ({
    type: 'FetchLookup',
    data: { lookupId, sourceRef, csv: toCsv({ columns, rows }) },
  }),
  LookupRemoved: ({ lookupId }) => sameFor<LookupCommand>()('RemoveLookup')({ lookupId }),
};
