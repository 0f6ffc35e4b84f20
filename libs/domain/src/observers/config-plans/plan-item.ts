import type { DocumentOf } from '@tocsin/contracts/config-files/format.js';
import type { ConfigItemRow, ConfigStep, ItemKind, OwnedItem } from '@tocsin/contracts/config-files/noun.js';
import type { ConfigChange } from '@tocsin/contracts/config-files/plan.js';
import type { ConfigurationReads } from '../../reads.js';
import { commandsOf } from './item-commands.js';
import { readConnection, showConnectionField } from './connection-fields.js';
import { compareFields, type Comparison } from './compare.js';
import type { Item } from './directory.js';
import { kindWords } from './documents.js';
import { hashesOf, type Fields } from './fields.js';
import type { FileReader } from './item-kind.js';
import type { ItemCommands, PlannedItem, PlanningInput } from './input.js';
import { readHeartbeat } from './heartbeat-fields.js';
import { readInhibition } from './inhibition-fields.js';
import { readLookup } from './lookup-fields.js';
import { readWindow } from './maintenance-fields.js';
import { readPolicy } from './policy-fields.js';
import { readRoutes } from './routes-fields.js';
import { readSchedule } from './schedule-fields.js';
import { readIntegration, readService } from './service-fields.js';
import { serverFields } from './server-fields.js';
import { readTeam } from './team-fields.js';

const revisionOf: { readonly [K in ItemKind]: (id: string, reads: ConfigurationReads) => number } = {
  Team: () => 0,
  Connection: () => 0,
  Schedule: (id, { schedules }) => schedules.get(id)?.version ?? 0,
  Policy: (id, { policies }) => policies.get(id)?.version ?? 0,
  Service: (id, { services }) => services.get(id)?.version ?? 0,
  Integration: () => 0,
  Routes: (id, { routeRules }) => routeRules.get(id)?.version ?? 0,
  Heartbeat: () => 0,
  MaintenanceWindow: (id, { maintenanceWindows }) => maintenanceWindows.get(id)?.version ?? 0,
  LookupTable: (id, { lookupTables }) => lookupTables.get(id)?.version ?? 0,
  InhibitionRule: () => 0,
};

type Read<D> = (document: D, reader: FileReader, about: { readonly input: PlanningInput; readonly rowId: string }) => Fields;

const fieldReaders: { readonly [K in ItemKind]: Read<DocumentOf<K>> } = {
  Team: readTeam,
  Connection: (document, _reader, { input }) => readConnection(document, input.secretHashes),
  Schedule: readSchedule,
  Policy: readPolicy,
  Service: readService,
  Integration: readIntegration,
  Routes: readRoutes,
  Heartbeat: readHeartbeat,
  MaintenanceWindow: readWindow,
  LookupTable: (document, _reader, { input, rowId }) => readLookup(document, input.reads.lookupTables.get(rowId)),
  InhibitionRule: readInhibition,
};

const fileFields = ({ placed: { document }, rowId }: Item, reader: FileReader, input: PlanningInput): Fields =>
  (fieldReaders[document.kind] as Read<typeof document>)(document, reader, { input, rowId });

const readerOf = ({ placed, teamId }: Item, { directory, errors, reads }: PlanningInput): FileReader => ({
  person: (email, path) => directory.person(email, placed, path),
  find: (kind, reference, path) => directory.find(kind, teamId, reference, placed, path),
  webhook: (name, path) => {
    const found = [...reads.eventQueues.all()].find(
      ({ state }) => state.name === name && (state.teamId === null || state.teamId === teamId),
    );
    if (!found) errors.report(placed, path, 'config.reference_missing', `No webhook “${name}”. Event subscriptions are made on a screen.`);
    return found?.state.subscriptionId;
  },
  report: (path, code, message) => errors.report(placed, path, code, message),
});

const fixed: Partial<Record<ItemKind, readonly string[]>> = {
  Connection: ['connectionKind'],
  Integration: ['service', 'integrationKind'],
  Heartbeat: ['integration'],
};
const words: Partial<Record<ItemKind, string>> = { Connection: 'a connection', Integration: 'an integration', Heartbeat: 'a heartbeat' };

/** Missing fields of something new, and changes that there is no command for. */
const checkItem = (item: Item, server: Fields | undefined, file: Fields, { directory, errors }: PlanningInput): void => {
  const { placed } = item;
  const { document } = placed;
  const required = (field: string, isMissing: boolean): void => {
    if (isMissing) errors.report(placed, field, 'config.required', `A new ${kindWords(document.kind)} needs ${field}.`);
  };
  if (item.isNew) {
    if (document.kind === 'Schedule') required('timeZone', document.timeZone === undefined);
    if (document.kind === 'Policy') required('steps', document.steps === undefined);
    if (document.kind === 'Service') required('policy', document.policy === undefined);
    if (document.kind === 'LookupTable') required('csv', document.csv === undefined);
    if (document.kind === 'Heartbeat') required('everyMinutes or cron', document.everyMinutes === undefined && document.cron === undefined);
  }
  const policyId = file.get('policy') as string | undefined;
  if (policyId !== undefined && directory.teamOf(policyId) !== item.teamId)
    errors.report(placed, 'policy', 'config.other_team', `${directory.labelOf(policyId)} is another team’s. Name a policy of this team.`);
  for (const field of server ? (fixed[document.kind] ?? []) : [])
    if (server!.get(field) !== file.get(field))
      errors.report(placed, field, 'config.value', `The ${field} of ${words[document.kind]} can’t be changed. Make another one.`);
};

const checkOwner = ({ placed, label }: Item, owner: ConfigItemRow['owner'], { errors, options }: PlanningInput): void => {
  if (!owner || owner.source === options.source || options.takeOver) return;
  const message = `${label} is owned by ${owner.source} (${owner.file}). Remove it there first, or use --take-over.`;
  errors.report(placed, placed.document.kind === 'Routes' ? 'integration' : 'name', 'config.owned_elsewhere', message);
};

const isOwnedSame = (owner: ConfigItemRow['owner'], source: string, fields: Record<string, string>): boolean =>
  owner?.source === source && JSON.stringify(Object.entries(owner.fields).toSorted()) === JSON.stringify(Object.entries(fields).toSorted());

/** A rehearsal begins with its service and is never compared again: it is shown, and agreed to, at its creation alone. */
const atBirth = ({ isNew, placed: { document } }: Item): ConfigChange['fields'] =>
  isNew && document.kind === 'Service' && document.rehearses
    ? [{ path: 'rehearses', from: 'false', to: 'true', drift: false, overwrites: null }]
    : [];

/** One document compared with the server, and the commands that make up the difference. */
export const planItem = (item: Item, input: PlanningInput): PlannedItem => {
  const { reads, directory, options } = input;
  const { placed, id, label, isNew } = item;
  const { kind } = placed.document;
  const row = reads.configItems.get(id);
  const reader = readerOf(item, input);
  const server = isNew ? undefined : serverFields(kind, item.rowId, reads, input.secretHashes);
  const owner = row?.owner ?? null;
  const file = fileFields(item, reader, input);
  checkOwner(item, owner, input);
  checkItem(item, server, file, input);
  const before = server ?? new Map<string, unknown>();
  const { changes, isDrift } = compareFields(file, before, row, (one) => directory.labelOf(one));
  const fields = hashesOf(file);
  const owned: OwnedItem = { kind, id, file: placed.place.file, line: placed.place.line, fields };
  const { commands, rules, keys, secrets } = commandsOf(item, {
    ...input,
    reader,
    paths: changes.map(({ path }) => path),
    owned: owner?.fields,
  });
  const steps = asSteps(commands, `${kind} ${label}`, owned);
  const action = isNew ? 'create' : 'change';
  const change: ConfigChange = {
    kind,
    name: label,
    id,
    action,
    at: placed.place,
    revision: revisionOf[kind](item.rowId, reads),
    fields: [...changes, ...atBirth(item)],
  };
  const isChanged = isNew || changes.length > 0 || Object.keys(steps).length > 0;
  const made = { item, isDrift, steps, keys, secrets, rules: rules && { ...rules, label } };
  if (!isChanged)
    return { ...made, change: undefined, shownChange: undefined, adopted: isOwnedSame(owner, options.source, fields) ? undefined : owned };
  const shownOf = (one: string): string => directory.shownOf(one);
  const shown = shownFields(item, compareFields(file, before, row, shownOf), input);
  return { ...made, change, shownChange: { ...change, fields: [...shown, ...atBirth(item)] }, adopted: undefined };
};

/** As the viewer may read them. */
const shownFields = ({ placed: { document } }: Item, { changes }: Comparison, { viewer }: PlanningInput): Comparison['changes'] =>
  document.kind === 'Connection' ? changes.map(showConnectionField(document, { actor: viewer })) : changes;

/** The last of its commands makes it owned. */
const asSteps = (commands: ItemCommands, about: string, owned: OwnedItem): PlannedItem['steps'] => {
  const all = Object.entries(commands).flatMap(([phase, list]) => list.map((command) => ({ phase, command })));
  const steps: Record<string, ConfigStep[]> = {};
  for (const [n, { phase, command }] of all.entries())
    (steps[phase] ??= []).push({ command, about, owned: n === all.length - 1 ? [owned] : [] });
  return steps;
};
