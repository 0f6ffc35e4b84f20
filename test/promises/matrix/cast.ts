import { scopeNames, type Scope } from '@tocsin/contracts/scopes.js';
import type { Stage } from '@tocsin/testing/stage/stage.js';
import { Client } from '@tocsin/testing/stage/client.js';
import type { Caller } from './expected.js';

/** Everything that samples name. Of each pair, one belongs to our team and one to theirs. */
export interface World {
  readonly url: string;
  readonly teams: Readonly<Record<'ours' | 'theirs', Owned>>;
  /** A person outside the cast, the target of actions on others. */
  readonly other: string;
  readonly otherOwner: string;
  readonly othersToken: string;
  /** A token of each person, to be revoked by them. */
  readonly spareTokens: Readonly<Record<string, string>>;
  /** The one page that was sent in each alert group. */
  readonly unique: () => string;
}
export interface Owned {
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

const person = (role: 'owner' | 'admin' | 'member' | 'observer', more: Partial<Extract<Caller, { kind: 'person' }>> = {}): Caller => ({
  kind: 'person',
  role,
  auditor: false,
  inOurs: null,
  paged: false,
  scopes: null,
  ...more,
});

const owned = async (stage: Stage, teamId: string, paged: string): Promise<Owned> => {
  const { api } = stage.ana;
  const steps = [{ targets: [{ kind: 'person' as const, personId: stage.ana.personId }], waitMinutes: 5, notifyOthersStill: false }];
  const made = async (answer: ReturnType<Client['run']>, id: string): Promise<string> => String((await answer).says[id]);
  const policyId = await made(api.run('CreatePolicy', { teamId, name: 'Policy', steps, repeats: 0 }), 'policyId');
  const scheduleId = await made(api.run('CreateSchedule', { teamId, name: 'Primary', timeZone: 'UTC' }), 'scheduleId');
  const serviceId = await made(api.run('CreateService', { teamId, name: 'Service', policyId }), 'serviceId');
  await stage.settle();
  const integrationId = await made(api.run('CreateIntegration', { teamId, serviceId, name: 'Sender', kind: 'generic' }), 'integrationId');
  const groupId = await made(api.run('PageSomeone', { title: 'Look', serviceId, personIds: [paged] }), 'groupId');
  await stage.settle();
  const pageId = (await stage.ladder(groupId)).pages.find(({ personId }) => personId === paged)!.pageId;
  const [key] = (await api.row('integrations', integrationId)).keys;
  const subscription = { teamId, name: 'Tickets', address: 'http://127.0.0.1:9/events', kinds: ['resolved' as const] };
  const subscriptionId = await made(api.run('CreateEventSubscription', subscription), 'subscriptionId');
  return { teamId, serviceId, policyId, scheduleId, integrationId, keyId: key!.keyId, groupId, pageId, subscriptionId };
};

/** Every kind of caller, and a world in which they exist. */
export const castIn = async (stage: Stage): Promise<{ world: World; cast: readonly Member[] }> => {
  const { tocsin, ana, made } = stage;
  let count = 0;
  const unique = (): string => `Made ${(count += 1)}`;
  const join = (name: string, role?: 'admin' | 'member' | 'observer' | 'owner') => tocsin.join(ana.api, name, role);
  const [admin, manager, responder, member, observer, auditor, paged, other, owner2] = [
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
  for (const one of [paged, owner2]) await one.run('AddContactMethod', { kind: 'browser', personId: one.personId });
  await stage.settle();
  const theirs = String((await ana.api.run('CreateTeam', { name: 'Theirs' })).says['teamId']);
  await ana.api.run('AddTeamMember', { teamId: made.teamId, personId: manager.personId, role: 'manager' });
  await ana.api.run('AddTeamMember', { teamId: made.teamId, personId: responder.personId, role: 'responder' });
  await stage.settle();

  const personal = async (client: Client, scopes: readonly Scope[]): Promise<Client> =>
    new Client(
      tocsin.url,
      String((await client.run('IssuePersonalToken', { name: unique(), scopes: [...scopes] })).says['token']),
      client.personId,
    );
  const service = async (teamId: string | null, scopes: readonly Scope[]): Promise<Client> =>
    new Client(
      tocsin.url,
      String((await ana.api.run('IssueServiceToken', { name: unique(), teamId, scopes: [...scopes] })).says['token']),
      '',
    );
  const spare = async (client: Client): Promise<string> =>
    String((await client.run('IssuePersonalToken', { name: unique(), scopes: ['read'] })).says['tokenId']);

  const ended = await tocsin.anonymous.request<{ token: string }>('POST', '/api/session', {
    email: 'member@example.org',
    password: 'correct horse battery',
  });
  const over = new Client(tocsin.url, ended.body.token, '');
  await over.request('DELETE', '/api/session');

  const people = { ana: ana.api, admin, manager, responder, member, observer, auditor, paged };
  const spareTokens = Object.fromEntries(
    await Promise.all(Object.values(people).map(async (one) => [one.personId, await spare(one)] as const)),
  );
  const all = scopeNames;
  const who = (name: string, caller: Caller, client: Client): Member => ({ name, caller, client, personId: client.personId || null });
  const cast: readonly Member[] = [
    who('owner', person('owner', { inOurs: 'manager' }), ana.api),
    who('admin', person('admin'), admin),
    who('manager', person('member', { inOurs: 'manager' }), manager),
    who('responder', person('member', { inOurs: 'responder' }), responder),
    who('member', person('member'), member),
    who('observer', person('observer'), observer),
    who('auditor', person('observer', { auditor: true }), auditor),
    who('member who is paged', person('member', { paged: true }), paged),
    who('owner’s token', person('owner', { inOurs: 'manager', scopes: all }), await personal(ana.api, all)),
    who('manager’s token', person('member', { inOurs: 'manager', scopes: all }), await personal(manager, all)),
    who('observer’s token', person('observer', { scopes: all }), await personal(observer, all)),
    who(
      'owner’s token of another scope',
      person('owner', { inOurs: 'manager', scopes: ['metrics'] }),
      await personal(ana.api, ['metrics']),
    ),
    who('service token', { kind: 'service', scopes: all, team: null }, await service(null, all)),
    who('our service token', { kind: 'service', scopes: all, team: 'ours' }, await service(made.teamId, all)),
    who('service token of another scope', { kind: 'service', scopes: ['metrics'], team: null }, await service(null, ['metrics'])),
    who('nobody', { kind: 'stranger', refusedAs: 'session.required' }, tocsin.anonymous),
    who('session that is over', { kind: 'stranger', refusedAs: 'session.required' }, over),
    who('token that nobody issued', { kind: 'stranger', refusedAs: 'token.invalid' }, new Client(tocsin.url, `tsn_${'a'.repeat(43)}`, '')),
  ];
  const world: World = {
    url: tocsin.url,
    teams: { ours: await owned(stage, made.teamId, paged.personId), theirs: await owned(stage, theirs, paged.personId) },
    other: other.personId,
    otherOwner: owner2.personId,
    othersToken: await spare(other),
    spareTokens,
    unique,
  };
  return { world, cast };
};
