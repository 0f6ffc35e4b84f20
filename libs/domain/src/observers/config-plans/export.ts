import { apiVersion, nameInReference, weekdayNames } from '@tocsin/contracts/config-files/documents/shared.js';
import type { Actor } from '@tocsin/contracts/envelope.js';
import type { LabelMatcher } from '@tocsin/contracts/conditions.js';
import { neededSecrets } from '@tocsin/contracts/connections/kinds.js';
import type { HeartbeatRow } from '@tocsin/contracts/heartbeats/noun.js';
import { doesCoverEverything } from '../../setup/maintenance/shared/covers-everything.js';
import { organisationRouter, type RouteRule, type RouteRulesRow } from '@tocsin/contracts/route-rules/noun.js';
import { toMillis } from '@tocsin/kernel/time.js';
import type { PolicyRow, PolicyTarget } from '@tocsin/contracts/policies/noun.js';
import type { LayerSetting } from '@tocsin/contracts/schedules/layers.js';
import type { ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import type { ServiceRow } from '@tocsin/contracts/services/noun.js';
import type { TeamRow } from '@tocsin/contracts/teams/noun.js';
import { toCsv } from '../../setup/lookups/shared/table.js';
import type { ConfigurationReads } from '../../reads.js';
import { rowsOf } from '../../rules/team-rows.js';
import { addressFor } from './addresses.js';
import { mayReadConnections } from './connection-fields.js';
import { newestRules } from './schedule-fields.js';

export interface ExportedFile {
  readonly path: string;
  readonly documents: readonly object[];
}

interface Names {
  readonly email: (personId: string) => string;
  readonly team: (teamId: string) => string;
  /** `Team/Name`, or the name alone in its own team. */
  readonly of: (row: { readonly name: string; readonly teamId: string } | undefined, teamId: string) => string;
}

const byName = <Row extends { readonly name: string; readonly id: string }>(rows: Iterable<Row>): readonly Row[] =>
  [...rows].toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.id < b.id ? -1 : 1));

const namesOf = ({ people, teams }: ConfigurationReads, viewer: Actor): Names => {
  const team = (teamId: string): string => teams.get(teamId)?.name ?? '';
  return {
    email: (personId) => {
      const row = people.get(personId);
      return row ? addressFor({ actor: viewer }, row) : '';
    },
    team,
    of: (row, teamId) =>
      row ? (row.teamId === teamId ? nameInReference(row.name) : `${nameInReference(team(row.teamId))}/${nameInReference(row.name)}`) : '',
  };
};

const toTimes = (times: readonly { readonly weekdays: readonly number[]; readonly times?: object | undefined }[]) =>
  times.map(({ weekdays, times: between }) => ({
    weekdays: weekdays.map((day) => weekdayNames[day - 1]!),
    ...(between ? { times: between } : {}),
  }));

const keyOf = ({ configItems }: ConfigurationReads, id: string, own: string | null = null) => {
  const externalKey = configItems.get(id)?.externalKey ?? own;
  return externalKey === null ? {} : { externalKey };
};

const layerDocument = ({ name, priority, timeZone, from, rotation, restrictions }: LayerSetting, { email }: Names) => {
  const { length, anchor, countsCoveredTimeOnly, slots } = rotation;
  return {
    name,
    priority,
    ...(timeZone === null ? {} : { timeZone }),
    ...(from === null ? {} : { from }),
    length: length.unit === 'weeks' ? { ...length, weekday: weekdayNames[length.weekday - 1]! } : length,
    anchor,
    ...(countsCoveredTimeOnly ? { countsCoveredTimeOnly } : {}),
    ...(restrictions.length > 0 ? { restrictions: toTimes(restrictions) } : {}),
    slots: slots.map(({ people }) => (people.length === 0 ? 'nobody' : people.length === 1 ? email(people[0]!) : people.map(email))),
  };
};

const scheduleDocument = (row: ScheduleRow, reads: ConfigurationReads, names: Names) => {
  const rules = newestRules(row);
  const layers = (rules?.layers ?? []).map((layer) => layerDocument(layer, names));
  const { name, externalKey } = row;
  return {
    kind: 'Schedule',
    team: names.team(row.teamId),
    name,
    ...keyOf(reads, row.id, externalKey),
    timeZone: rules?.timeZone ?? row.timeZone,
    layers,
  };
};

const webhookName = (subscriptionId: string, { eventQueues }: ConfigurationReads): string =>
  eventQueues.get(subscriptionId)?.state.name ?? '';

const targetDocument = (target: PolicyTarget, teamId: string, reads: ConfigurationReads, names: Names) => {
  if (target.kind === 'person') return { person: names.email(target.personId) };
  if (target.kind === 'team') return { team: names.team(target.teamId) };
  if (target.kind === 'webhook') return { webhook: webhookName(target.subscriptionId, reads) };
  const schedule = names.of(reads.schedules.get(target.scheduleId), teamId);
  return target.kind === 'schedule' ? { schedule } : { nextOnCall: schedule };
};

const conditionsDocument = ({ conditions }: PolicyRow['steps'][number]) => {
  if (!conditions) return {};
  const { urgency, hours, labels } = conditions;
  const texts = labels?.map(matcherText);
  return {
    conditions: {
      ...(urgency ? { urgency } : {}),
      ...(hours ? { hours: { when: hours.when, timeZone: hours.timeZone, times: toTimes(hours.times) } } : {}),
      ...(texts ? { labels: texts } : {}),
    },
  };
};

const policyDocument = (
  { id, teamId, name, repeats, climbLow, lowWaits, nightBudget, steps }: PolicyRow,
  reads: ConfigurationReads,
  names: Names,
) => ({
  kind: 'Policy',
  team: names.team(teamId),
  name,
  ...keyOf(reads, id),
  repeats,
  climbLow,
  ...(lowWaits ? { lowWaits } : {}),
  ...(nightBudget === undefined ? {} : { nightBudget }),
  steps: steps.map((step) => ({
    waitMinutes: step.waitMinutes,
    ...(step.notifyOthersStill ? { notifyOthersStill: true } : {}),
    ...(step.oneInTurn ? { oneInTurn: true } : {}),
    targets: step.targets.map((target) => targetDocument(target, teamId, reads, names)),
    ...conditionsDocument(step),
  })),
});

const serviceDocument = (row: ServiceRow, reads: ConfigurationReads, names: Names) => {
  const { id, teamId, name, description, runbook, urgencyRule, supportHours, ackTimeoutMinutes, reopenWindowMinutes } = row;
  const { flapDetection, labels, grouping } = row;
  return {
    kind: 'Service',
    team: names.team(teamId),
    name,
    ...keyOf(reads, id),
    policy: names.of(reads.policies.get(row.policyId), teamId),
    ...(typeof description === 'string' && description !== '' ? { description } : {}),
    ...(runbook === null ? {} : { runbook }),
    urgencyRule,
    ...(supportHours ? { supportHours: { timeZone: supportHours.timeZone, times: toTimes(supportHours.times) } } : {}),
    ...(ackTimeoutMinutes === null ? {} : { ackTimeoutMinutes }),
    ...(reopenWindowMinutes === null ? {} : { reopenWindowMinutes }),
    ...(flapDetection ? { flapDetection } : {}),
    ...(labels ? { labels } : {}),
    ...(grouping ? { grouping } : {}),
    ...(row.rehearsingSince === undefined ? {} : { rehearses: true }),
  };
};

const matcherText = ({ label, operator, value }: LabelMatcher): string =>
  `${label}${operator}"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`;

const outcomeDocument = ({ outcome }: RouteRule, teamId: string, reads: ConfigurationReads, names: Names) => {
  const posting = outcome.postTo === undefined ? {} : { postTo: webhookName(outcome.postTo, reads) };
  if (outcome.kind === 'record_only') return { recordOnly: true, ...posting };
  const { policyId, urgency, holdMinutes, grouping, linking } = outcome;
  const document = {
    ...(outcome.kind === 'service' ? { service: names.of(reads.services.get(outcome.serviceId), teamId) } : {}),
    ...(policyId === undefined ? {} : { policy: names.of(reads.policies.get(policyId), teamId) }),
    ...(urgency === undefined ? {} : { urgency }),
    ...(holdMinutes === undefined ? {} : { holdMinutes }),
    ...(grouping === undefined ? {} : { grouping }),
    ...(linking === undefined ? {} : { linking }),
  };
  const isPostedAlone = 'postTo' in posting && Object.keys(document).length === 0;
  return { ...document, ...posting, ...(isPostedAlone ? { usualService: true } : {}) };
};

/** `integration` undefined: the organisation’s. */
const routesDocument = (
  { rules }: RouteRulesRow,
  { integration, teamId }: { readonly integration: string | undefined; readonly teamId: string },
  reads: ConfigurationReads,
  names: Names,
) => ({
  kind: 'Routes',
  ...(integration === undefined ? {} : { integration }),
  routes: rules.map((rule) => ({
    ...(rule.rows.length === 0
      ? {}
      : { when: rule.rows.length === 1 ? rule.rows[0]!.map(matcherText) : rule.rows.map((row) => row.map(matcherText)) }),
    then: outcomeDocument(rule, teamId, reads, names),
    ...(rule.isOn ? {} : { enabled: false }),
  })),
});

const heartbeatDocument = (row: HeartbeatRow, integration: string, reads: ConfigurationReads) => ({
  kind: 'Heartbeat',
  integration,
  name: row.name,
  ...keyOf(reads, row.id),
  ...(row.schedule.kind === 'cron' ? { cron: row.schedule.cron, timeZone: row.schedule.zone } : { everyMinutes: row.schedule.every }),
  graceMinutes: row.grace,
  longestRunMinutes: row.longestRun,
  ...(row.tolerate > 0 ? { tolerate: row.tolerate } : {}),
  urgency: row.urgency,
  ...(row.postOnly ? { postOnly: true } : {}),
});

/** One that takes place no more is in no file: it can’t be made again. */
const windowDocuments = (teamId: string | null, reads: ConfigurationReads, names: Names): readonly object[] =>
  byName(rowsOf(reads.maintenanceWindows, teamId).filter(({ state }) => state !== 'over')).map((row) => ({
    kind: 'MaintenanceWindow',
    ...(teamId === null ? {} : { team: names.team(teamId) }),
    name: row.name,
    ...keyOf(reads, row.id),
    ...(row.services.length > 0 ? { services: row.services.map((id) => names.of(reads.services.get(id), teamId ?? '')) } : {}),
    ...(row.matchers.length > 0 ? { matchers: row.matchers.map(matcherText) } : {}),
    timeZone: row.zone,
    start: row.from,
    durationMinutes: (toMillis(`${row.to}:00.000Z`) - toMillis(`${row.from}:00.000Z`)) / 60_000,
    ...(row.rule === null ? {} : { rrule: row.rule }),
    behaviour: row.behaviour,
    ...(doesCoverEverything(row) ? { coversEverything: true } : {}),
  }));

/** The rows of a table that is fetched are for a server that does not have it yet: where it has an address, they change without any file. */
const lookupDocuments = (teamId: string | null, reads: ConfigurationReads, names: Names): readonly object[] =>
  byName(rowsOf(reads.lookupTables, teamId)).map((row) => ({
    kind: 'LookupTable',
    ...(teamId === null ? {} : { team: names.team(teamId) }),
    name: row.name,
    ...keyOf(reads, row.id),
    matchOn: row.matchOn,
    ...(row.overrides ? { overrides: true } : {}),
    csv: `${toCsv(row)}\n`,
    ...(row.sourceRef === undefined ? {} : { fetched: true }),
  }));

const inhibitionDocuments = (teamId: string | null, reads: ConfigurationReads, names: Names): readonly object[] =>
  byName(rowsOf(reads.inhibitionRules, teamId)).map((row) => ({
    kind: 'InhibitionRule',
    ...(teamId === null ? {} : { team: names.team(teamId) }),
    name: row.name,
    ...keyOf(reads, row.id),
    source: row.source.map(matcherText),
    target: row.target.map(matcherText),
    ...(row.equal.length > 0 ? { equal: row.equal } : {}),
    ...(row.isOn ? {} : { enabled: false }),
  }));

const mappingOf = ({ mappings }: ConfigurationReads, integrationId: string) => {
  const fields = mappings.get(integrationId)?.fields ?? {};
  return Object.keys(fields).length === 0 ? {} : { mapping: fields };
};

const teamDocument = ({ id, name, description, members }: TeamRow, reads: ConfigurationReads, { email }: Names) => ({
  kind: 'Team',
  name,
  ...keyOf(reads, id),
  ...(typeof description === 'string' && description !== '' ? { description } : {}),
  members: members.map(({ personId, role }) => ({ person: email(personId), role })).toSorted((a, b) => (a.person < b.person ? -1 : 1)),
});

const folderOf = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '') || 'team';

const withVersion = (documents: readonly object[]): readonly object[] =>
  documents.map((document, n) => (n === 0 ? { apiVersion, ...document } : document));

/** Integrations of active services, and what hangs on each. */
const integrationFiles = (
  { id, name: team }: TeamRow,
  reads: ConfigurationReads,
  names: Names,
): readonly (readonly [string, readonly object[]])[] => {
  const all = byName(reads.integrations.where('teamId', id)).flatMap((one) => {
    const service = reads.services.get(one.serviceId);
    if (service?.state !== 'active') return [];
    const at = `${nameInReference(team)}/${nameInReference(service.name)}`;
    return [{ one, service: at, integration: `${at}/${nameInReference(one.name)}` }];
  });
  return [
    [
      'integrations',
      all.map(({ one, service }) => ({
        kind: 'Integration',
        service,
        name: one.name,
        ...keyOf(reads, one.id),
        integrationKind: one.kind,
        ...mappingOf(reads, one.id),
      })),
    ],
    [
      'routes',
      all.flatMap(({ one, integration }) => {
        const row = reads.routeRules.get(one.id);
        return row && row.rules.length > 0 ? [routesDocument(row, { integration, teamId: id }, reads, names)] : [];
      }),
    ],
    [
      'heartbeats',
      all.flatMap(({ one, integration }) =>
        byName(reads.heartbeats.where('integrationId', one.id).filter(({ state }) => state !== 'removed')).map((heartbeat) =>
          heartbeatDocument(heartbeat, integration, reads),
        ),
      ),
    ],
  ];
};

/** `authToken` of a Twilio connection: TOCSIN_SECRET_TWILIO_AUTH_TOKEN. */
const variableOf = (kind: string, field: string): string =>
  `TOCSIN_SECRET_${kind}_${field.replaceAll(/(?=[A-Z])/g, '_')}`.toUpperCase().replaceAll(/[^A-Z0-9_]/g, '_');

/** Secrets leave as names of variables: where these are not set, they stay as they are. */
const connectionDocuments = (reads: ConfigurationReads, viewer: Actor): readonly object[] =>
  mayReadConnections({ actor: viewer })
    ? byName(reads.connections.all()).map(({ id, name, kind, fields }) => ({
        kind: 'Connection',
        name,
        ...keyOf(reads, id),
        connectionKind: kind,
        fields,
        secrets: Object.fromEntries(neededSecrets(kind, fields).map((field) => [field, { fromEnv: variableOf(kind, field) }])),
      }))
    : [];

/** What belongs to no team. */
const organisationFiles = (reads: ConfigurationReads, names: Names, viewer: Actor): readonly ExportedFile[] => {
  const row = reads.routeRules.get(organisationRouter);
  const documents = [
    ...connectionDocuments(reads, viewer),
    ...(row && row.rules.length > 0 ? [routesDocument(row, { integration: undefined, teamId: '' }, reads, names)] : []),
    ...windowDocuments(null, reads, names),
    ...lookupDocuments(null, reads, names),
    ...inhibitionDocuments(null, reads, names),
  ];
  return documents.length === 0 ? [] : [{ path: 'organisation.yaml', documents: withVersion(documents) }];
};

/** A folder a team, a file a kind, in a stable order and without ids: applied, they change nothing. */
export const exportFiles = (reads: ConfigurationReads, team: string | null, viewer: Actor): readonly ExportedFile[] => {
  const names = namesOf(reads, viewer);
  const used = new Map<string, number>();
  const teams = byName([...reads.teams.all()].filter((row) => !row.removed && (team === null || row.name === team)));
  const ofTeams = teams.flatMap((row) => {
    const plain = folderOf(row.name);
    const n = (used.get(plain) ?? 0) + 1;
    used.set(plain, n);
    const folder = n === 1 ? plain : `${plain}-${n}`;
    const { id } = row;
    const services = byName(reads.services.where('teamId', id).filter(({ state }) => state === 'active'));
    const files: readonly (readonly [string, readonly object[]])[] = [
      ['team', [teamDocument(row, reads, names)]],
      [
        'schedules',
        byName(reads.schedules.where('teamId', id).filter(({ removed }) => !removed)).map((one) => scheduleDocument(one, reads, names)),
      ],
      [
        'policies',
        byName(reads.policies.where('teamId', id).filter(({ removed }) => !removed)).map((one) => policyDocument(one, reads, names)),
      ],
      ['services', services.map((one) => serviceDocument(one, reads, names))],
      ...integrationFiles(row, reads, names),
      ['maintenance', windowDocuments(id, reads, names)],
      ['lookups', lookupDocuments(id, reads, names)],
      ['inhibition', inhibitionDocuments(id, reads, names)],
    ];
    return files.flatMap(([kind, documents]) =>
      documents.length === 0 ? [] : [{ path: `${folder}/${kind}.yaml`, documents: withVersion(documents) }],
    );
  });
  return team === null ? [...ofTeams, ...organisationFiles(reads, names, viewer)] : ofTeams;
};
