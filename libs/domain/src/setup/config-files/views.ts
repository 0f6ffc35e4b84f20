import type { RecordedFact, RecordedOf } from '@tocsin/contracts/catalogue.js';
import { edits, editsOfRoutes } from '@tocsin/contracts/config-files/edits.js';
import type { ConfigApplyRow, ConfigItemRow, OwnedItem } from '@tocsin/contracts/config-files/noun.js';
import { isViaPlan } from '@tocsin/contracts/envelope.js';
import type { RowChange, View } from '@tocsin/kernel/rows/view.js';
import { keyWordOf } from '../../rules/external-key.js';
import { routesItemId } from '../../rules/routes-item.js';

const noteEdit = (idsOf: (data: never) => readonly string[]): RowChange<ConfigItemRow, RecordedFact> => ({
  keys: ({ data }) => idsOf(data as never),
  row: (row, { meta }) => (row?.owner && !isViaPlan(meta.actor) ? { ...row, edited: { by: meta.actor.id, at: meta.at } } : row),
});

const itemsOf = (event: { readonly data: { readonly owned: readonly OwnedItem[] } }): readonly string[] =>
  event.data.owned.map(({ id }) => id);

/** An item that has neither key nor owner needs no row. */
const unlessEmpty = (row: ConfigItemRow): ConfigItemRow | null => (row.externalKey === null && row.owner === null ? null : row);

const own: RowChange<ConfigItemRow, RecordedOf<'ConfigStepTaken'> | RecordedOf<'ConfigApplied'>> = {
  keys: itemsOf,
  row: (row, { data: { owned, planId, source, commit }, meta: { at } }, key) => {
    const { id, kind, file, line, fields } = owned.findLast((item) => item.id === key)!;
    const owner = fields === null ? null : { source, planId, commit, at, file, line, fields };
    return unlessEmpty({ id, kind, externalKey: row?.externalKey ?? null, owner, edited: null });
  },
};

const itemChanges: View<ConfigItemRow, RecordedFact>['on'] = {
  ...Object.fromEntries(Object.entries(edits).map(([type, idsOf]) => [type, noteEdit(idsOf)])),
  ...Object.fromEntries(Object.entries(editsOfRoutes).map(([type, idOf]) => [type, noteEdit((data) => [routesItemId(idOf(data))])])),
  ExternalKeySet: {
    keys: ({ data }) => [data.id],
    row: (row, { data: { id, kind, externalKey } }) => unlessEmpty({ ...(row ?? { id, kind, owner: null, edited: null }), externalKey }),
  },
  ConfigStepTaken: own,
  ConfigApplied: own,
};

/** Things that have an external key, or that files own. */
export const configItemsView: View<ConfigItemRow, RecordedFact> = {
  name: 'configItems',
  hasHistory: false,
  on: itemChanges,
  columns: {
    kind: ({ kind }) => kind,
    source: ({ owner }) => owner?.source ?? null,
    word: ({ kind, externalKey }) => (externalKey === null ? null : keyWordOf(kind, externalKey)),
    edited: ({ edited }) => Number(edited !== null),
  },
};

const planOf = (event: { readonly data: { readonly planId: string } }): readonly string[] => [event.data.planId];

export const configAppliesView: View<ConfigApplyRow, RecordedFact> = {
  name: 'configApplies',
  hasHistory: false,
  on: {
    ConfigApplyStarted: {
      keys: planOf,
      row: (_row, { data: { planId: id, source, commit, steps, summary }, meta: { at, actor } }) => ({
        id,
        source,
        commit,
        summary,
        state: 'applying',
        steps,
        done: 0,
        by: actor.id,
        at,
        endedAt: null,
        stoppedAt: null,
      }),
    },
    ConfigStepTaken: { keys: planOf, row: (row, { data }) => row && { ...row, done: data.step } },
    ConfigApplyStopped: {
      keys: planOf,
      row: (row, { data: { about, because, step }, meta }) =>
        row && { ...row, state: 'stopped', done: step, endedAt: meta.at, stoppedAt: { about, because } },
    },
    ConfigApplied: { keys: planOf, row: (row, { meta }) => row && { ...row, state: 'applied', done: row.steps, endedAt: meta.at } },
  },
  columns: { state: ({ state }) => state, at: ({ at }) => at },
};
