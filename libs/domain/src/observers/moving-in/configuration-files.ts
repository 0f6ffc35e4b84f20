import { nameInReference } from '@tocsin/contracts/config-files/documents/shared.js';
import { toInstant } from '@tocsin/kernel/time.js';
import type { Override, Restriction, TurnLength } from '../../setup/schedules/shared/drawn-up.js';
import type { FittedOrganisation } from './fit.js';
import { noTeamId } from './fit-services.js';
import { fittingName, fittingNames } from './fitting-names.js';
import type { ForeignSchedule, ForeignTeam, LayerDraft } from './organisation.js';
import { settingDocuments, type SettingOptions } from './setting-documents.js';
import { Remarks } from './settings.js';

/** A document of the file format `tocsin.dev/v1`. */
export type ConfigurationDocument = Readonly<Record<string, unknown>> & { readonly kind: string };

/** File names, each with its documents. */
export type ConfigurationFiles = Readonly<Record<string, readonly ConfigurationDocument[]>>;

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

export interface FilesOptions extends SettingOptions {
  /** In front of each id of the other system: `opsgenie:api.opsgenie.com`. */
  readonly keyPrefix: string;
}

/** The whole organisation as files. Who has no address is in none: nobody can be invited. */
export function configurationFiles(organisation: FittedOrganisation, { keyPrefix, ...options }: FilesOptions): ConfigurationFiles {
  const { people, teams, schedules, names, emails } = organisation;
  const emailsOf = (ids: readonly string[]): readonly string[] => [...new Set(ids.flatMap((id) => emails.get(id) ?? []))];
  const key = (id: string) => `${keyPrefix}:${id}`.slice(0, 200);
  const teamOf = ({ teamId }: { readonly teamId: string | null }) => names.teams.get(teamId ?? '')!;
  const inFiles = new Set<string>();
  return {
    'people.json': people.flatMap(({ id, name, isObserver }) =>
      emailsOf([id]).flatMap((email) => {
        if (inFiles.has(email)) return [];
        inFiles.add(email);
        return [{ kind: 'Person', email, name: fittingName(name, email.split('@')[0]!), role: isObserver ? 'observer' : 'member' }];
      }),
    ),
    'teams.json': teams.map((team) => teamDocument(team, organisation, key)),
    'schedules.json': schedules.map((schedule) => ({
      kind: 'Schedule',
      team: teamOf(schedule),
      name: names.schedules.get(schedule.id)!,
      externalKey: key(schedule.id),
      timeZone: schedule.timeZone,
      layers: withUniqueNames(schedule.layers)
        .filter(({ slots }) => slots.some((ids) => emailsOf(ids).length > 0))
        .map((layer) => layerDocument(layer, emailsOf)),
    })),
    ...settingDocuments(organisation, key, options),
    'overrides.json': schedules.flatMap((schedule) =>
      overridesDocument(schedule, `${nameInReference(teamOf(schedule))}/${nameInReference(names.schedules.get(schedule.id)!)}`, emailsOf),
    ),
  };
}

/** Two users of one address are one member: a manager, if one of them is. */
function teamDocument({ id, members }: ForeignTeam, { names, emails }: FittedOrganisation, key: (id: string) => string) {
  const roles = new Map<string, boolean>();
  for (const { personId, isManager } of members) {
    const email = emails.get(personId);
    if (email !== undefined) roles.set(email, isManager || roles.get(email) === true);
  }
  return {
    kind: 'Team',
    name: names.teams.get(id)!,
    ...(id === noTeamId ? {} : { externalKey: key(id) }),
    members: [...roles].map(([person, isManager]) => ({ person, role: isManager ? 'manager' : 'responder' })),
  };
}

function withUniqueNames(layers: readonly LayerDraft[]): readonly LayerDraft[] {
  const names = fittingNames(
    layers.map(({ name }, n) => ({ id: String(n), name, within: '' })),
    'Layer',
    new Remarks(),
  );
  return layers.map((layer, n) => ({ ...layer, name: names.get(String(n))! }));
}

function layerDocument(layer: LayerDraft, emailsOf: (ids: readonly string[]) => readonly string[]): object {
  const slots = layer.slots.map((ids) => {
    const people = emailsOf(ids);
    return people.length === 0 ? 'nobody' : people.length === 1 ? people[0] : people;
  });
  return {
    name: layer.name,
    priority: layer.priority,
    timeZone: layer.timeZone,
    ...(layer.from === null ? {} : { from: toInstant(layer.from) }),
    length: lengthDocument(layer.length),
    anchor: toInstant(layer.anchor),
    ...(layer.countsCoveredTimeOnly ? { countsCoveredTimeOnly: true } : {}),
    restrictions: layer.restrictions.map(restrictionDocument),
    slots,
  };
}

const lengthDocument = (length: TurnLength): object =>
  length.unit === 'weeks' ? { ...length, weekday: weekdays[length.weekday - 1] } : length;

const restrictionDocument = (restriction: Restriction): object => ({
  weekdays: restriction.weekdays.map((weekday) => weekdays[weekday - 1]),
  ...(restriction.times === undefined ? {} : { times: restriction.times }),
});

/** Leaves room for a number. */
const mostOfKey = 190;

function overridesDocument(
  { overrides, temporary }: ForeignSchedule,
  schedule: string,
  emailsOf: (ids: readonly string[]) => readonly string[],
): readonly ConfigurationDocument[] {
  if (overrides.length === 0 && temporary.length === 0) return [];
  const span = ({ from, to }: { readonly from: number; readonly to: number }) => ({ from: toInstant(from), to: toInstant(to) });
  const used = new Set<string>();
  // a seed is made once by its key: one key of two would be one override
  const keyOf = (id: string, n: number): string => {
    const short = id.trim().slice(0, mostOfKey);
    const key = short === '' || used.has(short) ? `${short} ${n + 1}`.trim() : short;
    used.add(key);
    return key;
  };
  const document = (override: Override, n: number) => {
    const common = { externalKey: keyOf(override.id, n), kind: override.kind.replace('-', '_'), ...span(override) };
    if (override.kind === 'remove-everybody') return [common];
    const [person] = emailsOf([override.person]);
    if (person === undefined) return [];
    if (override.kind !== 'replace') return [{ ...common, person }];
    const [replaces] = emailsOf([override.replaced]);
    return replaces === undefined || replaces === person ? [] : [{ ...common, person, replaces }];
  };
  const shifts = (one: (typeof temporary)[number]) =>
    one.shifts.flatMap((shift) => emailsOf([shift.person]).map((person) => ({ person, ...span(shift) })));
  return [
    {
      kind: 'Overrides',
      schedule,
      overrides: overrides.flatMap(document),
      temporary: temporary.map((one, n) => ({
        externalKey: keyOf(one.id, n),
        ...span(one),
        shifts: shifts(one),
        fallback: emailsOf(one.fallback),
      })),
    },
  ];
}
