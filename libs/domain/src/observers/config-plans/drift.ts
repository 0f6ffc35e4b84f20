import type { ConfigItemRow, ItemKind } from '@tocsin/contracts/config-files/noun.js';
import type { DriftedItem } from '@tocsin/contracts/config-files/plan.js';
import { organisationRouter } from '@tocsin/contracts/route-rules/noun.js';
import type { ConfigurationReads } from '../../reads.js';
import { routesItemId } from '../../rules/routes-item.js';
import { isAnchor } from './compare.js';
import type { SecretHashes } from './connection-fields.js';
import { hashOfValue } from './fields.js';
import { serverFields } from './server-fields.js';

interface Found {
  readonly id: string;
  readonly name: string;
  readonly isGone?: boolean;
}

const named = (row: { readonly id: string; readonly name: string; readonly removed?: boolean } | undefined): Found | undefined =>
  row && { id: row.id, name: row.name, isGone: row.removed === true };

const found: { readonly [K in Exclude<ItemKind, 'Routes'>]: (id: string, reads: ConfigurationReads) => Found | undefined } = {
  Team: (id, { teams }) => named(teams.get(id)),
  Connection: (id, { connections }) => named(connections.get(id)),
  Schedule: (id, { schedules }) => named(schedules.get(id)),
  Policy: (id, { policies }) => named(policies.get(id)),
  Service: (id, { services }) => named(services.get(id) && { ...services.get(id)!, removed: services.get(id)!.state !== 'active' }),
  Integration: (id, { integrations }) => named(integrations.get(id)),
  Heartbeat: (id, { heartbeats }) =>
    named(heartbeats.get(id) && { ...heartbeats.get(id)!, removed: heartbeats.get(id)!.state === 'removed' }),
  MaintenanceWindow: (id, { maintenanceWindows }) => named(maintenanceWindows.get(id)),
  LookupTable: (id, { lookupTables }) => named(lookupTables.get(id)),
  InhibitionRule: (id, { inhibitionRules }) => named(inhibitionRules.get(id)),
};

/** Routes are owned under an id of their own: that of their integration leads there. */
const routersOf = (reads: ConfigurationReads): ReadonlyMap<string, Found> =>
  new Map(
    [{ id: organisationRouter, name: 'Routes in front of all' }, ...reads.integrations.all()].map(({ id, name }) => [
      routesItemId(id),
      { id, name },
    ]),
  );

/** What of it is no longer as its file said at the last apply. */
const pathsOf = (
  { owner, kind }: ConfigItemRow,
  { id, isGone }: Found,
  reads: ConfigurationReads,
  secretHashes: SecretHashes,
): readonly string[] => {
  const now = isGone || kind === 'Overrides' ? undefined : serverFields(kind, id, reads, secretHashes);
  if (!now) return ['removed'];
  return Object.entries(owner?.fields ?? {}).flatMap(([path, hash]) =>
    isAnchor(path) || hashOfValue(now.get(path)) === hash ? [] : [path],
  );
};

/** Edited by somebody since its file was applied, and still different: an edit that was taken back is none. */
export const driftIn = (reads: ConfigurationReads, secretHashes: SecretHashes): readonly DriftedItem[] => {
  const edited = reads.configItems.where('edited', 1);
  const routers = edited.some(({ kind }) => kind === 'Routes') ? routersOf(reads) : new Map<string, Found>();
  return edited.flatMap((row): readonly DriftedItem[] => {
    const { kind, id, owner } = row;
    if (!owner || !row.edited || kind === 'Overrides') return [];
    const thing = (kind === 'Routes' ? routers.get(id) : found[kind](id, reads)) ?? { id, name: '', isGone: true };
    const paths = pathsOf(row, thing, reads, secretHashes);
    const { source, file, line } = owner;
    return paths.length === 0 ? [] : [{ kind, id: thing.id, name: thing.name, source, file, line, paths: [...paths], ...row.edited }];
  });
};
