import { z } from 'zod';
import type { PolicyRow } from '@tocsin/contracts/policies/noun.js';
import { commands as contracts, type CommandType } from '@tocsin/contracts/catalogue.js';
import type { DocumentOf } from '@tocsin/contracts/config-files/format.js';
import type { ConfigStep, ItemKind } from '@tocsin/contracts/config-files/noun.js';
import type { LayerSetting } from '@tocsin/contracts/schedules/layers.js';
import type { Item } from './directory.js';
import type { FileReader } from './item-kind.js';
import type { ItemCommands, PlanningInput } from './input.js';
import { stepsOf, withStepIds } from './policy-fields.js';
import { connectionSettings } from './connection-fields.js';
import { heartbeatSettings } from './heartbeat-fields.js';
import { inhibitionSettings } from './inhibition-fields.js';
import { lookupSettings } from './lookup-fields.js';
import { windowSettings } from './maintenance-fields.js';
import { routesCommand } from './routes-fields.js';
import { newestRules, toLayers } from './schedule-fields.js';
import { readService } from './service-fields.js';
import { toTimes } from './service-fields.js';

type Command = NonNullable<ConfigStep['command']>;

export interface CommandsInput extends PlanningInput {
  readonly reader: FileReader;
  /** The fields that differ. */
  readonly paths: readonly string[];
  readonly owned: Readonly<Record<string, string>> | undefined;
}
interface Made {
  readonly commands: ItemCommands;
  readonly rules?: { readonly scheduleId: string; readonly data: Readonly<Record<string, unknown>> };
  readonly keys?: readonly string[];
  readonly secrets?: Readonly<Record<string, string>>;
}

/** With what the contract of the command fills in. */
const complete = (type: CommandType, data: object): Command => ({
  type,
  data: contracts[type].data.parse(data),
});

const keyOf = ({ externalKey }: { readonly externalKey?: string | undefined }) => (externalKey === undefined ? {} : { externalKey });

const onlyGiven = (values: object): object => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

/** Their commands of creation take no key. */
const keyedLater: ReadonlySet<string> = new Set(['Connection', 'Heartbeat', 'MaintenanceWindow', 'LookupTable', 'InhibitionRule']);

/** For something that exists under another key, or under none. */
const keyCommands = ({ placed: { document }, id, isNew }: Item, { reads }: CommandsInput): readonly Command[] => {
  if (document.kind === 'Routes') return [];
  const { kind, externalKey } = document;
  if ((isNew && !keyedLater.has(kind)) || externalKey === undefined) return [];
  const known = reads.configItems.get(id)?.externalKey ?? (kind === 'Schedule' ? reads.schedules.get(id)?.externalKey : null);
  return known === externalKey ? [] : [complete('SetExternalKey', { kind, id, externalKey })];
};

const differs = ({ paths }: CommandsInput, ...fields: readonly string[]): boolean =>
  paths.some((path) => fields.some((field) => path === field || path.startsWith(`${field}[`)));

const teamCommands = ({ id: teamId, isNew }: Item, document: DocumentOf<'Team'>, input: CommandsInput): ItemCommands => {
  const { name, description } = document;
  const settings = { teamId, name, ...onlyGiven({ description: description === null ? '' : description }) };
  const own = isNew
    ? [complete('CreateTeam', { ...settings, ...keyOf(document) })]
    : differs(input, 'name', 'description')
      ? [complete('RenameTeam', settings)]
      : [];
  if (document.members === undefined) return { Team: own };
  const before = new Map(input.reads.teams.get(teamId)?.members.map(({ personId, role }) => [personId, role]));
  const members = (document.members ?? []).flatMap(({ person, role }, n) => {
    const personId = input.reader.person(person, `members[${n}].person`);
    return personId === undefined ? [] : [{ personId, role }];
  });
  const joins = members.filter(({ personId, role }) => before.get(personId) !== role);
  const leaves = [...before.keys()].filter((personId) => !members.some((member) => member.personId === personId));
  return {
    Team: [...own, ...joins.map((member) => complete('AddTeamMember', { teamId, ...member }))],
    last: leaves.map((personId) => complete('RemoveTeamMember', { teamId, personId })),
  };
};

const scheduleCommands = ({ id: scheduleId, teamId, isNew }: Item, document: DocumentOf<'Schedule'>, input: CommandsInput): Made => {
  const { reads, reader, owned, now } = input;
  const row = reads.schedules.get(scheduleId);
  const rules = row && newestRules(row);
  const timeZone = document.timeZone ?? rules?.timeZone ?? 'UTC';
  const before: readonly LayerSetting[] = rules?.layers ?? [];
  const layers =
    document.layers === undefined ? before : toLayers(document.layers ?? [], { scheduleId, timeZone, before, owned, reader, now });
  if (isNew || !row)
    return {
      commands: {
        Schedule: [complete('CreateSchedule', { teamId, scheduleId, name: document.name, timeZone, layers, ...keyOf(document) })],
      },
    };
  const renamed = differs(input, 'name') ? [complete('RenameSchedule', { teamId, scheduleId, name: document.name })] : [];
  if (!differs(input, 'timeZone', 'layers')) return { commands: { Schedule: renamed } };
  const data = { timeZone, layers, ...onlyGiven({ effectiveFrom: document.effectiveFrom }) };
  const change = complete('ChangeSchedule', { scheduleId, version: row.version, ...data });
  return { commands: { Schedule: [...renamed, change] }, rules: { scheduleId, data } };
};

/** Left out: as it is. Null: what the command fills in. */
const ruleOf = <Value>(given: Value | null | undefined, before: Value | undefined): Value | undefined =>
  given === undefined ? before : (given ?? undefined);

const rulesOfPolicy = ({ repeats, climbLow, lowWaits, nightBudget }: DocumentOf<'Policy'>, row: PolicyRow | undefined) =>
  onlyGiven({
    repeats: ruleOf(repeats, row?.repeats),
    climbLow: ruleOf(climbLow, row?.climbLow),
    lowWaits: ruleOf(lowWaits, row?.lowWaits),
    nightBudget: ruleOf(nightBudget, row?.nightBudget),
  });

const policyCommands = ({ id: policyId, teamId, isNew }: Item, document: DocumentOf<'Policy'>, input: CommandsInput): ItemCommands => {
  const row = input.reads.policies.get(policyId);
  if (!isNew && input.paths.length === 0) return {};
  const { name } = document;
  const given = rulesOfPolicy(document, row);
  const steps = stepsOf(document, input.reader) ?? row?.steps ?? [];
  if (steps.length === 0 || steps.some(({ targets }) => targets.length === 0)) return {};
  if (isNew || !row) return { Policy: [complete('CreatePolicy', { teamId, policyId, name, ...given, steps, ...keyOf(document) })] };
  const open = input.options.applyToOpen ? { applyToOpen: true } : {};
  const data = { teamId, policyId, version: row.version, name, ...given, steps: withStepIds(steps, row.steps), ...open };
  return { Policy: [complete('ChangePolicy', data)] };
};

const serviceCommands = ({ id: serviceId, teamId, isNew }: Item, document: DocumentOf<'Service'>, input: CommandsInput): ItemCommands => {
  const row = input.reads.services.get(serviceId);
  const policyId = (readService(document, input.reader).get('policy') as string | undefined) ?? row?.policyId;
  if (policyId === undefined || (!isNew && input.paths.length === 0)) return {};
  const { name, description, runbook, urgencyRule, supportHours, ackTimeoutMinutes, reopenWindowMinutes } = document;
  const { flapDetection, labels, grouping } = document;
  const hours = supportHours && { timeZone: supportHours.timeZone, times: toTimes(supportHours.times) };
  const settings = {
    name,
    policyId,
    ...onlyGiven({ description, runbook, urgencyRule, supportHours: hours, ackTimeoutMinutes, reopenWindowMinutes }),
    ...onlyGiven({ flapDetection, labels, grouping }),
  };
  if (isNew || !row) {
    const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null));
    const rehearsal = document.rehearses ? { rehearses: true } : {};
    return { Service: [complete('CreateService', { teamId, serviceId, ...given, ...rehearsal, ...keyOf(document) })] };
  }
  const restored = row.state === 'archived' ? [complete('RestoreService', { teamId, serviceId })] : [];
  const isChanged = input.paths.some((path) => path !== 'archived');
  const open = input.options.applyToOpen ? { applyToOpen: true } : {};
  const changed = isChanged ? [complete('ChangeService', { teamId, serviceId, version: row.version, ...settings, ...open })] : [];
  return { Service: [...changed, ...restored] };
};

/** Of its value, where whoever applies has it. */
const nameOfKey = (key: NonNullable<DocumentOf<'Integration'>['keys']>[number]): string =>
  'fromEnv' in key ? key.fromEnv : 'fromRescue' in key ? key.fromRescue : '';

const integrationCommands = (
  { id: integrationId, teamId, isNew }: Item,
  document: DocumentOf<'Integration'>,
  input: CommandsInput,
): Made => {
  const { name, integrationKind: kind, keys = [{ from: 'server' as const }], mapping } = document;
  const version = isNew ? 0 : (input.reads.mappings.get(integrationId)?.version ?? 0);
  const mapped =
    mapping !== undefined && differs(input, 'mapping') && (mapping !== null || version > 0)
      ? [complete('ChangeMapping', { teamId, integrationId, version, fields: mapping ?? {} })]
      : [];
  if (!isNew) {
    const renamed = differs(input, 'name') ? [complete('RenameIntegration', { teamId, integrationId, name })] : [];
    return { commands: { Integration: [...renamed, ...mapped] } };
  }
  const serviceId = input.reader.find('Service', document.service, 'service');
  if (serviceId === undefined) return { commands: {} };
  const created = complete('CreateIntegration', { teamId, serviceId, integrationId, name, kind, ...keyOf(document) });
  const more = keys.slice(1).map(() => complete('IssueIntegrationKey', { teamId, integrationId }));
  return { commands: { Integration: [created, ...more, ...mapped] }, keys: keys.map(nameOfKey) };
};

const routesCommands = ({ teamId, isNew, rowId: routerId }: Item, document: DocumentOf<'Routes'>, input: CommandsInput): ItemCommands => {
  if (!isNew && input.paths.length === 0) return {};
  const { type, data } = routesCommand(document, { routerId, teamId, row: input.reads.routeRules.get(routerId) }, input.reader);
  return data.rules.length === 0 && isNew ? {} : { Routes: [complete(type, data)] };
};

const heartbeatCommands = ({ id: heartbeatId, isNew }: Item, document: DocumentOf<'Heartbeat'>, input: CommandsInput): Made => {
  if (!isNew && input.paths.length === 0) return { commands: {} };
  const settings = heartbeatSettings(document, isNew ? undefined : input.reads.heartbeats.get(heartbeatId));
  const integrationId = input.reader.find('Integration', document.integration, 'integration');
  if (settings === undefined || integrationId === undefined) return { commands: {} };
  if (!isNew) return { commands: { Heartbeat: [complete('ChangeHeartbeat', { heartbeatId, ...settings })] } };
  return { commands: { Heartbeat: [complete('CreateHeartbeat', { heartbeatId, integrationId, ...settings })] }, keys: [''] };
};

/** The organisation’s things are of no team. */
const ownerOf = (teamId: string): string | null => (teamId === '' ? null : teamId);

const windowCommands = (
  { id: windowId, teamId, isNew }: Item,
  document: DocumentOf<'MaintenanceWindow'>,
  input: CommandsInput,
): ItemCommands => {
  const row = isNew ? undefined : input.reads.maintenanceWindows.get(windowId);
  if (!isNew && input.paths.length === 0) return {};
  const settings = windowSettings(document, input.reader, row);
  return {
    MaintenanceWindow: [
      row
        ? complete('ChangeMaintenance', { windowId, version: row.version, ...settings })
        : complete('PlanMaintenance', { windowId, teamId: ownerOf(teamId), ...settings }),
    ],
  };
};

const lookupCommands = ({ id: lookupId, teamId, isNew }: Item, document: DocumentOf<'LookupTable'>, input: CommandsInput): ItemCommands => {
  if (!isNew && input.paths.length === 0) return {};
  const settings = lookupSettings(document, isNew ? undefined : input.reads.lookupTables.get(lookupId));
  return { LookupTable: [complete('SaveLookup', { lookupId, teamId: ownerOf(teamId), ...settings })] };
};

const inhibitionCommands = (
  { id: ruleId, teamId, isNew }: Item,
  document: DocumentOf<'InhibitionRule'>,
  input: CommandsInput,
): ItemCommands => {
  if (!isNew && input.paths.length === 0) return {};
  const settings = inhibitionSettings(document, input.reader, isNew ? undefined : input.reads.inhibitionRules.get(ruleId));
  return { InhibitionRule: [complete('SaveInhibitionRule', { ruleId, teamId: ownerOf(teamId), ...settings })] };
};

/** Its secrets get their reference when it is applied. */
const connectionCommands = ({ id: connectionId, isNew }: Item, document: DocumentOf<'Connection'>, input: CommandsInput): Made => {
  const row = isNew ? undefined : input.reads.connections.get(connectionId);
  if (row && input.paths.length === 0) return { commands: {} };
  const settings = connectionSettings(document, row, input.secretHashes, input.reader);
  if (!settings) return { commands: {} };
  const { name, fields, variables } = settings;
  const common = { connectionId, kind: document.connectionKind, name, fields };
  const command = row
    ? { type: 'ChangeConnection', data: { ...common, secretRef: row.secretRef, keepsSecret: true } }
    : { type: 'AddConnection', data: { ...common, secretRef: '' } };
  return { commands: { Connection: [command] }, secrets: variables };
};

type Make<D> = (item: Item, document: D, input: CommandsInput) => Made;

/** By the kind of the document. */
const makers: { readonly [K in ItemKind]: Make<DocumentOf<K>> } = {
  Team: (item, document, input) => ({ commands: teamCommands(item, document, input) }),
  Connection: connectionCommands,
  Schedule: scheduleCommands,
  Policy: (item, document, input) => ({ commands: policyCommands(item, document, input) }),
  Service: (item, document, input) => ({ commands: serviceCommands(item, document, input) }),
  Integration: integrationCommands,
  Routes: (item, document, input) => ({ commands: routesCommands(item, document, input) }),
  Heartbeat: heartbeatCommands,
  MaintenanceWindow: (item, document, input) => ({ commands: windowCommands(item, document, input) }),
  LookupTable: (item, document, input) => ({ commands: lookupCommands(item, document, input) }),
  InhibitionRule: (item, document, input) => ({ commands: inhibitionCommands(item, document, input) }),
};

/** A value that no command takes is an error of the file, most often one that was found already. */
const makeOrReport = (make: () => Made, { errors, reader }: CommandsInput): Made => {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    if (errors.all.length === 0) reader.report(error.issues[0]?.path.join('.') ?? '', 'config.value', error.issues[0]?.message ?? '');
    return { commands: {} };
  }
};

/** The ordinary commands that make a thing as its document says, by the phase in which they go out. */
export const commandsOf = (item: Item, input: CommandsInput): Made & Required<Pick<Made, 'keys' | 'secrets'>> => {
  const { document } = item.placed;
  const { kind } = document;
  const made = makeOrReport(() => (makers[kind] as Make<typeof document>)(item, document, input), input);
  const ofKey = keyCommands(item, input);
  const commands = ofKey.length === 0 ? made.commands : { ...made.commands, [kind]: [...(made.commands[kind] ?? []), ...ofKey] };
  return { keys: [], secrets: {}, ...made, commands: Object.fromEntries(Object.entries(commands).filter(([, list]) => list.length > 0)) };
};
