import { apiVersion, weekdayNames } from '@tocsin/contracts/config-files/format.js';
import type { Actor } from '@tocsin/contracts/envelope.js';
import type { PolicyRow, PolicyTarget } from '@tocsin/contracts/policies/noun.js';
import type { LayerSetting } from '@tocsin/contracts/schedules/layers.js';
import type { ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import type { ServiceRow } from '@tocsin/contracts/services/noun.js';
import type { TeamRow } from '@tocsin/contracts/teams/noun.js';
import type { ConfigurationReads } from '../../reads.js';
import { addressFor } from './addresses.js';
import { escapeName } from './directory.js';
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
      row ? (row.teamId === teamId ? escapeName(row.name) : `${escapeName(team(row.teamId))}/${escapeName(row.name)}`) : '',
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

const targetDocument = (target: PolicyTarget, teamId: string, reads: ConfigurationReads, names: Names) => {
  if (target.kind === 'person') return { person: names.email(target.personId) };
  if (target.kind === 'team') return { team: names.team(target.teamId) };
  if (target.kind === 'webhook') return { webhook: reads.eventQueues.get(target.subscriptionId)?.state.name ?? '' };
  const schedule = names.of(reads.schedules.get(target.scheduleId), teamId);
  return target.kind === 'schedule' ? { schedule } : { nextOnCall: schedule };
};

const conditionsDocument = ({ conditions }: PolicyRow['steps'][number]) => {
  if (!conditions) return {};
  const { urgency, hours, labels } = conditions;
  const texts = labels?.map(({ label, operator, value }) => `${label}${operator}"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`);
  return {
    conditions: {
      ...(urgency ? { urgency } : {}),
      ...(hours ? { hours: { when: hours.when, timeZone: hours.timeZone, times: toTimes(hours.times) } } : {}),
      ...(texts ? { labels: texts } : {}),
    },
  };
};

const policyDocument = ({ id, teamId, name, repeats, climbLow, lowWaits, steps }: PolicyRow, reads: ConfigurationReads, names: Names) => ({
  kind: 'Policy',
  team: names.team(teamId),
  name,
  ...keyOf(reads, id),
  repeats,
  climbLow,
  ...(lowWaits ? { lowWaits } : {}),
  steps: steps.map((step) => ({
    waitMinutes: step.waitMinutes,
    ...(step.notifyOthersStill ? { notifyOthersStill: true } : {}),
    ...(step.oneInTurn ? { oneInTurn: true } : {}),
    targets: step.targets.map((target) => targetDocument(target, teamId, reads, names)),
    ...conditionsDocument(step),
  })),
});

const serviceDocument = (row: ServiceRow, reads: ConfigurationReads, names: Names) => {
  const { id, teamId, name, description, runbook, urgencyRule, supportHours, ackTimeoutMinutes, reopenWindowMinutes, labels, grouping } =
    row;
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
    ...(labels ? { labels } : {}),
    ...(grouping ? { grouping } : {}),
  };
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

/** A folder a team, a file a kind, in a stable order and without ids: applied, they change nothing. */
export const exportFiles = (reads: ConfigurationReads, team: string | null, viewer: Actor): readonly ExportedFile[] => {
  const names = namesOf(reads, viewer);
  const used = new Map<string, number>();
  const teams = byName([...reads.teams.all()].filter((row) => !row.removed && (team === null || row.name === team)));
  return teams.flatMap((row) => {
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
      [
        'integrations',
        byName(reads.integrations.where('teamId', id)).flatMap((one) => {
          const service = reads.services.get(one.serviceId);
          if (service?.state !== 'active') return [];
          const at = `${escapeName(row.name)}/${escapeName(service.name)}`;
          return [{ kind: 'Integration', service: at, name: one.name, ...keyOf(reads, one.id), integrationKind: one.kind }];
        }),
      ],
    ];
    return files.flatMap(([kind, documents]) =>
      documents.length === 0 ? [] : [{ path: `${folder}/${kind}.yaml`, documents: withVersion(documents) }],
    );
  });
};
