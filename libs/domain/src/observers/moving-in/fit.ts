import { emailAddress, toAsciiAddress } from '@tocsin/contracts/email-address.js';
import { nameKeyOf } from '../../rules/names.js';
import { fitRoutes, type FittedRoutes } from './fit-routes.js';
import { fitPolicy, reachOf } from './fit-policies.js';
import { namedByService, noTeamId, ServiceFitter, spread, type Placed } from './fit-services.js';
import { fittingNames } from './fitting-names.js';
import type { ForeignOrganisation, ForeignPerson, ForeignSchedule, ForeignTeam } from './organisation.js';
import { Remarks, type PolicyDraft, type Remark, type ServiceDraft } from './settings.js';

type Names = ReadonlyMap<string, string>;

/** An organisation as Tocsin can take it: every name fits, every service has a policy that pages somebody. */
export interface FittedOrganisation extends Omit<ForeignOrganisation, 'services' | 'policies' | 'routes'> {
  readonly services: readonly (Placed<ServiceDraft> & { readonly policyId: string })[];
  readonly policies: readonly Placed<PolicyDraft>[];
  readonly routes: readonly FittedRoutes[];
  /** Addresses by id; two ids of one address are one person. */
  readonly emails: Names;
  readonly names: {
    readonly teams: Names;
    readonly schedules: Names;
    readonly policies: Names;
    readonly services: Names;
    readonly integrations: Names;
    readonly windows: Names;
    readonly heartbeats: Names;
  };
  readonly remarks: readonly Remark[];
}

/** In small letters, as addresses are compared; null: nobody can be invited by it. */
function addressOf({ email, name }: ForeignPerson, remarks: Remarks): string | null {
  const text = toAsciiAddress((email ?? '').trim());
  if (text !== '' && text.length <= 200 && emailAddress.safeParse(text).success) return text;
  remarks.add('missing', 'person without an address, in no file', text === '' ? name : `${name} (${text})`);
  return null;
}

function addressesOf(people: readonly ForeignPerson[], remarks: Remarks): Names {
  const known = new Map<string, ForeignPerson>();
  return new Map(
    people.flatMap((person) => {
      const email = addressOf(person, remarks);
      if (email === null) return [];
      const other = known.get(nameKeyOf(email));
      if (other !== undefined) remarks.add('changed', 'two users of one address are one person', `${person.name}, ${other.name}`);
      else known.set(nameKeyOf(email), person);
      return [[person.id, nameKeyOf(email)] as const];
    }),
  );
}

/** Those of the team for what has none: whoever stands in it. */
function withOtherTeam(organisation: ForeignOrganisation, otherTeam: string): readonly ForeignTeam[] {
  const known = new Set(organisation.teams.map(({ id }) => id));
  const isOther = ({ teamId }: { readonly teamId: string | null }): boolean => !known.has(teamId ?? '');
  const policies = organisation.policies.filter(isOther);
  const schedules = organisation.schedules.filter((one) => isOther(one) && !one.isUnreadable);
  const given = new Map(organisation.policies.map((policy) => [policy.id, policy]));
  const services = organisation.services.filter(
    (one) => isOther(one) && isOther({ teamId: given.get(one.policyId ?? '')?.teamId ?? null }),
  );
  if (policies.length === 0 && schedules.length === 0 && services.length === 0) return organisation.teams;
  const ids = [
    ...policies.flatMap(({ steps }) => steps.flatMap(({ targets }) => targets.flatMap((one) => ('person' in one ? one.person : [])))),
    ...schedules.flatMap(({ layers }) => layers.flatMap(({ slots }) => slots.flat())),
  ];
  const members = [...new Set(ids)].map((personId) => ({ personId, isManager: false }));
  return [...organisation.teams, { id: noTeamId, name: otherTeam, members }];
}

/** Who is on call in two slots, by whichever of two users of one address, is one person. */
const fitSchedule = (schedule: ForeignSchedule, teamIds: ReadonlySet<string>): ForeignSchedule & { readonly teamId: string } => ({
  ...schedule,
  teamId: teamIds.has(schedule.teamId ?? '') ? schedule.teamId! : noTeamId,
});

/** Pages may overlap, and a row may be listed twice: each is one. */
const unique = <Row extends { readonly id: string }>(rows: readonly Row[]): readonly Row[] => [
  ...new Map(rows.map((row) => [row.id, row])).values(),
];

const withoutDoubles = (all: ForeignOrganisation): ForeignOrganisation => ({
  ...all,
  people: unique(all.people),
  teams: unique(all.teams),
  schedules: unique(all.schedules),
  services: unique(all.services),
  integrations: unique(all.integrations),
  heartbeats: unique(all.heartbeats),
  windows: unique(all.windows),
});

export function fitOrganisation(read: ForeignOrganisation, otherTeam: string): FittedOrganisation {
  const given = withoutDoubles(read);
  const remarks = new Remarks();
  for (const { fate, rule, about } of given.remarks) remarks.add(fate, rule, about);
  const emails = addressesOf(given.people, remarks);
  for (const { name, isAdmin, isBlocked } of given.people) {
    if (isAdmin === true) remarks.add('by hand', 'admin there: to be granted by a person', name);
    if (isBlocked === true) remarks.add('missing', 'blocked there: got nothing', name);
  }
  const pageable = new Set(given.people.filter(({ id, isObserver }) => !isObserver && emails.has(id)).map(({ id }) => id));
  const observers = new Set(given.people.flatMap(({ id, isObserver }) => (isObserver ? [id] : [])));
  for (const { id, name } of given.people)
    if (observers.has(id) && given.teams.some(({ members }) => members.some(({ personId }) => personId === id)))
      remarks.add('changed', 'who only watches is in no team', name);
  const known = new Set(given.people.map(({ id }) => id));
  for (const { name, members } of given.teams)
    for (const { personId } of members)
      if (!known.has(personId)) remarks.add('missing', 'deleted person in a team', `${name}: ${personId}`);
  const staffed = withOtherTeam(given, otherTeam).map((team) => ({
    ...team,
    members: team.members.filter(({ personId }) => !observers.has(personId)),
  }));
  const organisation = { ...given, teams: staffed };
  const teamIds = new Set(organisation.teams.map(({ id }) => id));
  const schedules = organisation.schedules.filter(({ isUnreadable }) => !isUnreadable).map((one) => fitSchedule(one, teamIds));
  const reach = reachOf(organisation, pageable);
  const teams = new Map(organisation.teams.map((team) => [team.id, team]));
  const fitted = new Map(given.policies.map((policy) => [policy.id, fitPolicy(policy, organisation, reach, remarks)]));
  const fitter = new ServiceFitter(fitted, teams, given.people, reach, remarks);
  const kept = given.services.flatMap((service) => fitter.fit(service) ?? []);
  const served = new Set(kept.map(({ id }) => id));
  const { services, integrations } = spread(
    kept,
    given.integrations.filter(({ serviceId }) => served.has(serviceId)),
    remarks,
  );
  const policies = [...fitter.policies.values()];
  const named = namedByService(integrations, services);
  const keptIds = new Set(integrations.map(({ id }) => id));
  const written = { services: new Set(services.map(({ id }) => id)), policies: new Set(policies.map(({ id }) => id)) };
  const integrationNames = new Map(integrations.map(({ id, name }) => [id, name]));
  const routes = given.routes.flatMap((list) => {
    const name = integrationNames.get(list.integrationId);
    return name === undefined ? [] : [fitRoutes(list, name, written, remarks)];
  });
  const heartbeats = given.heartbeats.filter(({ integrationId }) => keptIds.has(integrationId));
  const windows = given.windows.map((one) => ({ ...one, serviceIds: one.serviceIds.filter((id) => served.has(id)) }));
  const word = (rows: readonly { readonly id: string; readonly name: string; readonly teamId: string }[], kind: string): Names =>
    fittingNames(
      rows.map(({ id, name, teamId }) => ({ id, name, within: teamId })),
      kind,
      remarks,
    );
  return {
    ...organisation,
    schedules,
    policies,
    services,
    integrations,
    heartbeats,
    windows: windows.filter(({ serviceIds }) => serviceIds.length > 0),
    routes,
    emails,
    names: {
      teams: fittingNames(
        organisation.teams.map(({ id, name }) => ({ id, name, within: '' })),
        'Team',
        remarks,
      ),
      schedules: word(schedules, 'Schedule'),
      policies: word(policies, 'Policy'),
      services: word(services, 'Service'),
      integrations: fittingNames(named, 'Integration', remarks),
      heartbeats: fittingNames(
        heartbeats.map(({ id, name, integrationId }) => ({ id, name, within: integrationId })),
        'Heartbeat',
        remarks,
      ),
      windows: fittingNames(
        windows.map(({ id, name }) => ({ id, name, within: '' })),
        'Maintenance',
        remarks,
      ),
    },
    remarks: remarks.all,
  };
}
