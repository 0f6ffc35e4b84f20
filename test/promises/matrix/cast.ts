import { scopeNames, type Scope } from '@tocsin/contracts/tokens/scopes.js';
import type { Stage } from '@tocsin/testing/stage/stage.js';
import { Client } from '@tocsin/testing/stage/client.js';
import type { Caller } from './expected.js';

/** Everything that samples name. Of each pair, one belongs to our team and one to theirs. */
export interface World {
  readonly url: string;
  readonly teams: Readonly<Record<'ours' | 'theirs', TeamResources>>;
  /** A person outside the cast, the target of actions on others. */
  readonly other: string;
  readonly otherOwner: string;
  readonly othersToken: string;
  /** A token of each person, to be revoked by them. */
  readonly spareTokens: Readonly<Record<string, string>>;
  /** The one page that was sent in each alert group. */
  readonly uniqueName: () => string;
}
export interface TeamResources {
  readonly teamId: string;
  readonly serviceId: string;
  readonly policyId: string;
  readonly scheduleId: string;
  readonly integrationId: string;
  readonly keyId: string;
  readonly groupId: string;
  readonly pageId: string;
  readonly subscriptionId: string;
}

/** One of the cast: how the table sees them, and how they ask. */
export interface Member {
  readonly name: string;
  readonly caller: Caller;
  readonly client: Client;
  /** Null: no person. */
  readonly personId: string | null;
}

const personCaller = (
  role: 'owner' | 'admin' | 'member' | 'observer',
  more: Partial<Extract<Caller, { kind: 'person' }>> = {},
): Caller => ({
  kind: 'person',
  role,
  isAuditor: false,
  inOurs: null,
  isPaged: false,
  scopes: null,
  ...more,
});

const createTeamResources = async (stage: Stage, teamId: string, pagedPersonId: string): Promise<TeamResources> => {
  const { api } = stage.ana;
  const steps = [{ targets: [{ kind: 'person' as const, personId: stage.ana.personId }], waitMinutes: 5, notifyOthersStill: false }];
  const createdId = async (answer: ReturnType<Client['run']>, id: string): Promise<string> => String((await answer).says[id]);
  const policyId = await createdId(api.run('CreatePolicy', { teamId, name: 'Policy', steps, repeats: 0 }), 'policyId');
  const scheduleId = await createdId(api.run('CreateSchedule', { teamId, name: 'Primary', timeZone: 'UTC' }), 'scheduleId');
  const serviceId = await createdId(api.run('CreateService', { teamId, name: 'Service', policyId }), 'serviceId');
  await stage.settle();
  const integrationId = await createdId(
    api.run('CreateIntegration', { teamId, serviceId, name: 'Sender', kind: 'generic' }),
    'integrationId',
  );
  const groupId = await createdId(api.run('PageSomeone', { title: 'Look', serviceId, personIds: [pagedPersonId] }), 'groupId');
  await stage.settle();
  const pageId = (await stage.getLadder(groupId)).pages.find(({ personId }) => personId === pagedPersonId)!.pageId;
  const [key] = (await api.row('integrations', integrationId)).keys;
  const subscription = { teamId, name: 'Tickets', address: 'http://127.0.0.1:9/events', kinds: ['resolved' as const] };
  const subscriptionId = await createdId(api.run('CreateEventSubscription', subscription), 'subscriptionId');
  return { teamId, serviceId, policyId, scheduleId, integrationId, keyId: key!.keyId, groupId, pageId, subscriptionId };
};

/** Every kind of caller, and a world in which they exist. */
export const castIn = async (stage: Stage): Promise<{ world: World; cast: readonly Member[] }> => {
  const { tocsin, ana, setUpAnswer: made } = stage;
  let count = 0;
  const unique = (): string => `Made ${(count += 1)}`;
  const join = (name: string, role?: 'admin' | 'member' | 'observer' | 'owner') => tocsin.join(ana.api, name, role);
  const [admin, manager, responder, member, observer, auditor, pagedClient, other, owner2] = [
    await join('Admin', 'admin'),
    await join('Manager'),
    await join('Responder'),
    await join('Member'),
    await join('Observer', 'observer'),
    await join('Auditor', 'observer'),
    await join('Paged'),
    await join('Other'),
    await join('Second', 'owner'),
  ];
  await ana.api.run('MakeAuditor', { personId: auditor.personId });
  for (const one of [pagedClient, owner2]) await one.run('AddContactMethod', { kind: 'browser', personId: one.personId });
  await stage.settle();
  const theirTeamId = String((await ana.api.run('CreateTeam', { name: 'Theirs' })).says['teamId']);
  await ana.api.run('AddTeamMember', { teamId: made.teamId, personId: manager.personId, role: 'manager' });
  await ana.api.run('AddTeamMember', { teamId: made.teamId, personId: responder.personId, role: 'responder' });
  await stage.settle();

  const createPersonalClient = async (client: Client, scopes: readonly Scope[]): Promise<Client> =>
    new Client(
      tocsin.url,
      String((await client.run('IssuePersonalToken', { name: unique(), scopes: [...scopes] })).says['token']),
      client.personId,
    );
  const createServiceClient = async (teamId: string | null, scopes: readonly Scope[]): Promise<Client> =>
    new Client(
      tocsin.url,
      String((await ana.api.run('IssueServiceToken', { name: unique(), teamId, scopes: [...scopes] })).says['token']),
      '',
    );
  const createSpareToken = async (client: Client): Promise<string> =>
    String((await client.run('IssuePersonalToken', { name: unique(), scopes: ['read'] })).says['tokenId']);

  const endedSession = await tocsin.anonymous.request<{ token: string }>('POST', '/api/session', {
    email: 'member@example.org',
    password: 'correct horse battery',
  });
  const endedClient = new Client(tocsin.url, endedSession.body.token, '');
  await endedClient.request('DELETE', '/api/session');

  const people = { ana: ana.api, admin, manager, responder, member, observer, auditor, paged: pagedClient };
  const spareTokens = Object.fromEntries(
    await Promise.all(Object.values(people).map(async (one) => [one.personId, await createSpareToken(one)] as const)),
  );
  const all = scopeNames;
  const toMember = (name: string, caller: Caller, client: Client): Member => ({ name, caller, client, personId: client.personId || null });
  const cast: readonly Member[] = [
    toMember('owner', personCaller('owner', { inOurs: 'manager' }), ana.api),
    toMember('admin', personCaller('admin'), admin),
    toMember('manager', personCaller('member', { inOurs: 'manager' }), manager),
    toMember('responder', personCaller('member', { inOurs: 'responder' }), responder),
    toMember('member', personCaller('member'), member),
    toMember('observer', personCaller('observer'), observer),
    toMember('auditor', personCaller('observer', { isAuditor: true }), auditor),
    toMember('member who is paged', personCaller('member', { isPaged: true }), pagedClient),
    toMember('owner’s token', personCaller('owner', { inOurs: 'manager', scopes: all }), await createPersonalClient(ana.api, all)),
    toMember('manager’s token', personCaller('member', { inOurs: 'manager', scopes: all }), await createPersonalClient(manager, all)),
    toMember('observer’s token', personCaller('observer', { scopes: all }), await createPersonalClient(observer, all)),
    toMember(
      'owner’s token of another scope',
      personCaller('owner', { inOurs: 'manager', scopes: ['metrics'] }),
      await createPersonalClient(ana.api, ['metrics']),
    ),
    toMember('service token', { kind: 'service', scopes: all, team: null }, await createServiceClient(null, all)),
    toMember('our service token', { kind: 'service', scopes: all, team: 'ours' }, await createServiceClient(made.teamId, all)),
    toMember(
      'service token of another scope',
      { kind: 'service', scopes: ['metrics'], team: null },
      await createServiceClient(null, ['metrics']),
    ),
    toMember('nobody', { kind: 'stranger', refusedAs: 'session.required' }, tocsin.anonymous),
    toMember('session that is over', { kind: 'stranger', refusedAs: 'session.required' }, endedClient),
    toMember(
      'token that nobody issued',
      { kind: 'stranger', refusedAs: 'token.invalid' },
      new Client(tocsin.url, `tsn_${'a'.repeat(43)}`, ''),
    ),
  ];
  const world: World = {
    url: tocsin.url,
    teams: {
      ours: await createTeamResources(stage, made.teamId, pagedClient.personId),
      theirs: await createTeamResources(stage, theirTeamId, pagedClient.personId),
    },
    other: other.personId,
    otherOwner: owner2.personId,
    othersToken: await createSpareToken(other),
    spareTokens,
    uniqueName: unique,
  };
  return { world, cast };
};
