import { v7 } from 'uuid';
import type { CommandInput, CommandType } from '@tocsin/contracts/catalogue.js';
import { commandExamples, commands } from '@tocsin/contracts/catalogue.js';
import { exampleIds, type CommandExample, type Subject } from '@tocsin/contracts/examples.js';
import type { OrganisationRole, Permission } from '@tocsin/contracts/permissions.js';
import type { RefusalCode } from '@tocsin/contracts/refusals.js';
import type { Member, World } from './cast.js';
import type { SampleScope } from './expected.js';

/** One body of a command, and its subject. */
export interface Sample {
  readonly title: string;
  readonly body: (world: World, member: Member) => unknown;
  readonly scopeOf: (member: Member) => SampleScope;
  /** A further permission besides that of the command. */
  readonly permission?: Permission;
  /** The owner’s refusal instead of 202, for a reason other than permission. */
  readonly owner?: RefusalCode;
  /** The refusal without permission, if the target is hidden rather than denied. */
  readonly hidden?: RefusalCode;
}
type SampleOptions = Pick<Sample, 'owner' | 'hidden' | 'permission'>;
type Ids = { readonly [Name in keyof typeof exampleIds]?: string };

/** The text with the ids of examples replaced. */
const withIds = (value: unknown, ids: Ids): unknown => {
  const names = Object.keys(ids) as (keyof Ids)[];
  return JSON.parse(names.reduce((text, name) => text.replaceAll(exampleIds[name], ids[name]!), JSON.stringify(value)));
};

const idsOf = (world: World, team: 'ours' | 'theirs'): Ids => {
  const { teamId, serviceId, policyId, scheduleId, integrationId, keyId, groupId, pageId, subscriptionId } = world.teams[team];
  return {
    person: world.other,
    colleague: world.otherOwner,
    team: teamId,
    service: serviceId,
    policy: policyId,
    schedule: scheduleId,
    integration: integrationId,
    key: keyId,
    group: groupId,
    page: pageId,
    subscription: subscriptionId,
    token: world.othersToken,
  };
};

interface SampleAbout<T extends CommandType> extends SampleOptions {
  readonly title: string;
  readonly team?: 'ours' | 'theirs';
  readonly scopeOf?: Sample['scopeOf'];
  /** What the example’s ids are, beside those of the team. */
  readonly ids?: (world: World, member: Member) => Ids;
  /** Fields with other values than the example’s. */
  readonly fields?: (world: World) => Partial<CommandInput<T>>;
}

const noScope = (): SampleScope => ({ team: null, isOwn: false });
const ownScope = ({ caller }: Member): SampleScope => ({ team: null, isOwn: caller.kind === 'person' });
const callerOf = ({ other }: World, { personId }: Member): Ids => ({ person: personId ?? other });

/** The example of a command, of what there is in the world. */
const sampleOf = <T extends CommandType>(type: T, { team = 'ours', scopeOf = noScope, ids, fields, ...rest }: SampleAbout<T>): Sample => {
  const { body, refusedAs }: CommandExample<unknown> = commandExamples[type];
  return {
    body: (world, member) => {
      const data = withIds(body, { ...idsOf(world, team), ...ids?.(world, member) }) as object;
      return { ...data, ...('name' in data && { name: world.uniqueName() }), ...fields?.(world) };
    },
    scopeOf,
    ...(refusedAs ? { owner: refusedAs as RefusalCode } : {}),
    ...rest,
  };
};

type Options<T extends CommandType> = SampleOptions & Pick<SampleAbout<T>, 'ids' | 'fields'>;
const plainSample = <T extends CommandType>(type: T, more: Options<T> = {}): readonly Sample[] => [
  sampleOf(type, { title: 'as such', ...more }),
];
/** One sample for our team, and one for the other team. */
const samplesInTeams = <T extends CommandType>(type: T, more: Options<T> = {}): readonly Sample[] =>
  (['ours', 'theirs'] as const).map((team) =>
    sampleOf(type, {
      title: `of ${team === 'ours' ? 'our' : 'their'} team`,
      team,
      scopeOf: (): SampleScope => ({ team, isOwn: false }),
      ...more,
    }),
  );
const sampleOfOneself = (type: CommandType): Sample => sampleOf(type, { title: 'about oneself', scopeOf: ownScope, ids: callerOf });
const sampleOfOther = (type: CommandType, more: SampleOptions = {}): Sample => sampleOf(type, { title: 'about somebody else', ...more });
const samplesOfPeople = (type: CommandType): readonly Sample[] => [sampleOfOneself(type), sampleOfOther(type)];
/** Admins may do it to anyone except owners, because it would give them an owner’s account; that needs another owner. */
const sampleOfOwner = <T extends CommandType>(type: T, more: SampleOptions & Pick<SampleAbout<T>, 'fields'> = {}): Sample =>
  sampleOf(type, { title: 'of an owner', ids: ({ otherOwner }) => ({ person: otherOwner }), permission: 'owner.configure', ...more });

/** What is sent for a subject. */
const samplesAbout: Readonly<Record<Subject | 'organisation' | 'team' | 'person', (type: CommandType) => readonly Sample[]>> = {
  organisation: plainSample,
  team: samplesInTeams,
  duty: (type) => samplesInTeams(type, { ids: callerOf }),
  person: samplesOfPeople,
  account: (type) => [...samplesOfPeople(type), sampleOfOwner(type)],
  'account of another': (type) => [sampleOfOther(type), sampleOfOwner(type)],
  // not even an owner may do it for another person
  oneself: (type) => [sampleOfOneself(type), sampleOfOther(type, { owner: 'permission.denied' })],
  'own thing': (type) => [sampleOfOneself(type)],
};
const ofTeams = ['team', 'service', 'integration', 'policy', 'schedule', 'subscription', 'group'] as const;

/** The subject that an example declares, or that its ids are about. */
const subjectOf = ({ about, body }: CommandExample<unknown>): keyof typeof samplesAbout => {
  const text = JSON.stringify(body);
  if (about) return about;
  if (ofTeams.some((name) => text.includes(exampleIds[name]))) return 'team';
  return text.includes(exampleIds.person) ? 'person' : 'organisation';
};

const sampleOfInvitation = (role: OrganisationRole, more: SampleOptions = {}): Sample =>
  sampleOf('InvitePerson', {
    title: `as ${role}`,
    fields: ({ uniqueName: unique }) => ({ email: `${unique().replace(' ', '.')}@example.org`, role }),
    ...more,
  });

/** No name server is asked for it. */
const nowhere = 'http://127.0.0.1:9/events';
const connectionFields = { baseUrl: 'http://127.0.0.1:9', botToken: 'xoxb-1', appToken: 'xapp-1' };

/** Commands that are sent in other ways than the example says. */
const ownSamples: { readonly [T in CommandType]?: readonly Sample[] } = {
  // the server goes on at its own
  ChangePublicAddress: plainSample('ChangePublicAddress', { fields: ({ url }) => ({ url }) }),
  // a client’s id, so that it is added once
  AddConnection: plainSample('AddConnection', {
    fields: () => ({ connectionId: exampleIds.other, kind: 'slack' as const, fields: connectionFields }),
  }),
  ChangeConnection: plainSample('ChangeConnection', { ids: () => ({ other: exampleIds.person }) }),
  RemoveConnection: plainSample('RemoveConnection', { ids: () => ({ other: exampleIds.person }) }),
  // of a connection that isn’t there
  ChooseUserGroup: plainSample('ChooseUserGroup', { ids: () => ({ other: exampleIds.person }) }),
  ReleaseUserGroup: plainSample('ReleaseUserGroup', { ids: () => ({ other: exampleIds.person }) }),
  InvitePerson: [
    sampleOfInvitation('member'),
    sampleOfInvitation('observer'),
    sampleOfInvitation('admin', { permission: 'people.configure' }),
    sampleOfInvitation('owner', { permission: 'owner.configure' }),
  ],
  ChangePersonRole: [
    sampleOfOther('ChangePersonRole'),
    sampleOf('ChangePersonRole', { title: 'to owner', fields: () => ({ role: 'owner' as const }), permission: 'owner.configure' }),
    sampleOf('ChangePersonRole', { title: 'back from owner', permission: 'people.configure' }),
    sampleOfOwner('ChangePersonRole', { fields: () => ({ role: 'owner' as const }) }),
  ],
  // the other owner is whom later ones are about
  DisablePerson: [sampleOfOther('DisablePerson')],
  AddContactMethod: [...samplesOfPeople('AddContactMethod'), sampleOfOwner('AddContactMethod', { owner: 'contact_method.address_taken' })],
  IssueServiceToken: [...plainSample('IssueServiceToken', { fields: () => ({ teamId: null }) }), ...samplesInTeams('IssueServiceToken')],
  RevokeToken: [
    sampleOf('RevokeToken', {
      title: 'one’s own',
      scopeOf: ownScope,
      ids: ({ spareTokens, othersToken }, { personId }) => ({ token: spareTokens[personId ?? ''] ?? othersToken }),
    }),
    sampleOf('RevokeToken', { title: 'somebody else’s', permission: 'tokens.configure' }),
  ],
  CreateEventSubscription: [
    ...plainSample('CreateEventSubscription', { fields: () => ({ teamId: null, address: nowhere }) }),
    ...samplesInTeams('CreateEventSubscription', { fields: () => ({ address: nowhere }) }),
  ],
  PageSomeone: [
    ...plainSample('PageSomeone', { fields: ({ otherOwner }) => ({ serviceId: null, personIds: [otherOwner] }) }),
    ...samplesInTeams('PageSomeone'),
  ],
  AnswerPage: samplesInTeams('AnswerPage', { hidden: 'page.not_found' }).map((sample) => ({
    ...sample,
    scopeOf: ({ caller }): SampleScope => ({ team: null, isOwn: caller.kind === 'person' && caller.isPaged }),
  })),
  // no two have the same key
  SetExternalKey: samplesInTeams('SetExternalKey', { fields: ({ uniqueName: unique }) => ({ externalKey: unique().replace(' ', ':') }) }),
  // permission is checked per alert group
  ActOnFiltered: plainSample('ActOnFiltered', {
    fields: ({ uniqueName: unique }) => ({ bulkActId: v7(), filter: `q=${encodeURIComponent(unique())}` }),
  }),
};

/** They end what commands of other nouns are about: afterwards those would be refused to everybody. */
const endings: ReadonlySet<CommandType> = new Set(['RemoveIntegration']);
const types = Object.keys(commands) as CommandType[];

/**
 * The example of every command, of our team and theirs, of oneself and others. An owner’s is accepted, or refused as the example says or for a reason
 * given here: so what others are refused depends on who they are. Commands follow one another as their noun declares them; each is sent by the owner
 * first, then by all others.
 */
export const samples = Object.fromEntries(
  [...types.filter((type) => !endings.has(type)), ...endings].map((type) => [
    type,
    ownSamples[type] ?? samplesAbout[subjectOf(commandExamples[type])](type),
  ]),
) as { readonly [T in CommandType]: readonly Sample[] };
