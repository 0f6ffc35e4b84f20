import { toInstant } from '@tocsin/kernel/time.js';
import type { Override, Restriction, TurnLength } from '../../setup/schedules/shared/drawn-up.js';
import type { ForeignOrganisation, ForeignSchedule, LayerDraft } from './organisation.js';

/** A document of the file format `tocsin.dev/v1`. */
export type ConfigurationDocument = Readonly<Record<string, unknown>> & { readonly kind: string };

/** File names, each with its documents. */
export type ConfigurationFiles = Readonly<Record<string, readonly ConfigurationDocument[]>>;

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

export interface FilesOptions {
  /** In front of each id of the other system: `opsgenie:api.opsgenie.com`. */
  readonly keyPrefix: string;
  /** For schedules of no team. */
  readonly otherTeam: string;
}

/** People, teams and schedules as files. Who has no address is in none: nobody can be invited. */
export function configurationFiles(
  { people, teams, schedules: all }: ForeignOrganisation,
  { keyPrefix, otherTeam }: FilesOptions,
): ConfigurationFiles {
  const schedules = all.filter(({ isUnreadable }) => !isUnreadable);
  const emails = new Map(people.flatMap(({ id, email }) => (email === null || email === '' ? [] : [[id, email] as const])));
  const emailsOf = (ids: readonly string[]): readonly string[] => ids.flatMap((id) => emails.get(id) ?? []);
  const teamNames = new Map(teams.map(({ id, name }) => [id, name]));
  const key = (id: string) => `${keyPrefix}:${id}`;
  const teamOf = ({ teamId }: ForeignSchedule) => teamNames.get(teamId ?? '') ?? otherTeam;
  const ofNoTeam = schedules.some((schedule) => !teamNames.has(schedule.teamId ?? ''));
  return {
    'people.json': people.flatMap(({ id, name, isObserver }) =>
      emailsOf([id]).map((email) => ({ kind: 'Person', email, name, role: isObserver ? 'observer' : 'member' })),
    ),
    'teams.json': [
      ...teams.map(({ id, name, members }) => ({
        kind: 'Team',
        name,
        externalKey: key(id),
        members: members.flatMap(({ personId, isManager }) =>
          emailsOf([personId]).map((person) => ({ person, role: isManager ? 'manager' : 'responder' })),
        ),
      })),
      ...(ofNoTeam ? [{ kind: 'Team', name: otherTeam, members: [] }] : []),
    ],
    'schedules.json': schedules.map((schedule) => ({
      kind: 'Schedule',
      team: teamOf(schedule),
      name: schedule.name,
      externalKey: key(schedule.id),
      timeZone: schedule.timeZone,
      layers: withUniqueNames(schedule.layers)
        .filter(({ slots }) => slots.some((ids) => emailsOf(ids).length > 0))
        .map((layer) => layerDocument(layer, emailsOf)),
    })),
    'overrides.json': schedules.flatMap((schedule) =>
      overridesDocument(schedule, `${inReference(teamOf(schedule))}/${inReference(schedule.name)}`, emailsOf),
    ),
  };
}

/** A slash in a name. */
const inReference = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

function withUniqueNames(layers: readonly LayerDraft[]): readonly LayerDraft[] {
  return layers.map((layer, n) => {
    const earlier = layers.slice(0, n).filter(({ name }) => name === layer.name).length;
    return { ...layer, name: `${layer.name || 'Layer'}${earlier === 0 ? '' : ` ${earlier + 1}`}` };
  });
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

function overridesDocument(
  { overrides, temporary }: ForeignSchedule,
  schedule: string,
  emailsOf: (ids: readonly string[]) => readonly string[],
): readonly ConfigurationDocument[] {
  if (overrides.length === 0 && temporary.length === 0) return [];
  const span = ({ from, to }: { readonly from: number; readonly to: number }) => ({ from: toInstant(from), to: toInstant(to) });
  const document = (override: Override) => {
    const common = { externalKey: override.id, kind: override.kind.replace('-', '_'), ...span(override) };
    if (override.kind === 'remove-everybody') return [common];
    const [person] = emailsOf([override.person]);
    if (person === undefined) return [];
    if (override.kind !== 'replace') return [{ ...common, person }];
    const [replaces] = emailsOf([override.replaced]);
    return replaces === undefined ? [] : [{ ...common, person, replaces }];
  };
  const shifts = (one: (typeof temporary)[number]) =>
    one.shifts.flatMap((shift) => emailsOf([shift.person]).map((person) => ({ person, ...span(shift) })));
  return [
    {
      kind: 'Overrides',
      schedule,
      overrides: overrides.flatMap(document),
      temporary: temporary.map((one) => ({ externalKey: one.id, ...span(one), shifts: shifts(one), fallback: emailsOf(one.fallback) })),
    },
  ];
}
