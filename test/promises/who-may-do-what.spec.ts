import { story } from '@tocsin/testing/stage/story.js';
import type { HealthAnswer } from '@tocsin/contracts/health.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';
import type { Client } from '@tocsin/testing/stage/client.js';
import { Watch } from '@tocsin/testing/stage/watch.js';

let stage: Stage;
let bo: Player;
let member: Player;
let observer: Client;
let groupId = '';
beforeAll(async () => {
  stage = await Stage.begin();
  bo = await stage.addPerson('Bo');
  member = await stage.addPerson('Mo', { isInTeam: false });
  observer = await stage.tocsin.join(stage.ana.api, 'Olga', 'observer');
  await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
  groupId = (await stage.getGroup()).id;
});
afterAll(() => stage.close());

story('permissions', (chapter) => {
  chapter('let an observer see everything and change nothing', async () => {
    expect(await observer.list('alertGroups')).toHaveLength(1);
    for (const type of ['AcknowledgeAlertGroup', 'ResolveAlertGroup', 'JoinAlertGroup'] as const) {
      expect(await observer.expectRefusal(type, { groupId })).toMatchObject({ status: 403, code: 'permission.denied' });
    }
    expect(await observer.expectRefusal('AddNote', { groupId, text: 'x' })).toMatchObject({ status: 403 });
    expect(await observer.expectRefusal('PageSomeone', { title: 'x', personIds: [bo.personId] })).toMatchObject({ status: 403 });
    expect(await stage.getGroup()).toMatchObject({ status: 'firing' });
  });

  chapter('let a member act when they were paged for it, and only then', async () => {
    expect(await member.api.expectRefusal('AcknowledgeAlertGroup', { groupId })).toMatchObject({ status: 403, code: 'permission.denied' });
    await stage.ana.api.run('AddResponder', { groupId, personId: member.personId });
    await stage.settle();
    await member.api.run('AcknowledgeAlertGroup', { groupId });
    expect(await stage.getGroup()).toMatchObject({ holder: { personId: member.personId } });
  });

  chapter('let a responder act on what their team owns, and configure nothing', async () => {
    await bo.api.run('TakeOverAlertGroup', { groupId });
    const { teamId, serviceId, policyId } = stage.setUpAnswer;
    const integration = { teamId, serviceId, name: 'Mine', kind: 'generic' as const };
    expect(await bo.api.expectRefusal('CreateIntegration', integration)).toMatchObject({ status: 403, code: 'permission.denied' });
    expect(await bo.api.expectRefusal('RemovePolicy', { teamId, policyId })).toMatchObject({ status: 403 });
    const { integrationId } = stage.setUpAnswer;
    const [key] = (await bo.api.row('integrations', integrationId)).keys;
    expect(await bo.api.expectRefusal('RevealIntegrationKey', { teamId, integrationId, keyId: key!.keyId })).toMatchObject({ status: 403 });
    await stage.ana.api.run('ChangeTeamMemberRole', { teamId, personId: bo.personId, role: 'manager' });
    await bo.api.run('CreateIntegration', integration);
  });

  chapter('let only admins invite, and no one raise themselves', async () => {
    for (const { api, personId } of [bo, member]) {
      expect(await api.expectRefusal('InvitePerson', { name: 'X', email: 'x@example.org' })).toMatchObject({ status: 403 });
      expect(await api.expectRefusal('ChangePersonRole', { personId, role: 'owner' })).toMatchObject({ status: 403 });
    }
    expect(await stage.ana.api.expectRefusal('ChangePersonRole', { personId: stage.ana.personId, role: 'member' })).toMatchObject({
      code: 'person.last_owner',
    });
  });

  chapter('keep what reaches a person to themselves and to admins', async () => {
    const { personId, methodId, api } = bo;
    const rule = { personId, urgency: 'high' as const, contactMethodId: methodId, delayMinutes: 1 };
    expect(await member.api.expectRefusal('AddNotificationRule', rule)).toMatchObject({ status: 403 });
    expect(await member.api.expectRefusal('RemoveContactMethod', { personId, contactMethodId: methodId })).toMatchObject({ status: 403 });
    const memberText = JSON.stringify((await member.api.request('GET', `/api/views/contacts/${personId}`)).body);
    expect(memberText).not.toContain(bo.phone.url);
    expect(JSON.stringify(await member.api.list('contacts'))).not.toContain(bo.phone.url);
    expect(JSON.stringify(await member.api.events(`person-${personId}`))).not.toContain(bo.phone.url);
    expect(JSON.stringify(await api.row('contacts', personId))).toContain(bo.phone.url);
    expect(JSON.stringify(await member.api.list('people'))).not.toContain('ana@example.org');
  });

  chapter('keep saved searches and secrets out of the history that everyone may read', async () => {
    const { personId, api } = bo;
    await api.run('SaveSearch', { personId, name: 'My secret search', query: 'q=secret' });
    const findEvent = async (client: Client, stream: string, type: string) =>
      (await client.events(stream)).find((one) => one.type === type)!.data;
    for (const client of [observer, member.api, stage.ana.api]) {
      expect(await findEvent(client, `person-${personId}`, 'SearchSaved')).toMatchObject({ name: '', query: '' });
    }
    expect(await findEvent(api, `person-${personId}`, 'SearchSaved')).toMatchObject({ name: 'My secret search', query: 'q=secret' });
    for (const client of [observer, stage.ana.api]) {
      expect(await findEvent(client, 'organisation', 'OrganisationSetUp')).toMatchObject({
        owner: { name: 'Ana', passwordRef: '' },
        integration: { keyHash: '', keyRef: '' },
      });
      expect(await findEvent(client, 'people-directory', 'PersonInvited')).toMatchObject({ name: 'Bo', invitationHash: '' });
    }
  });

  chapter('count as they are now on a line that was opened before', async () => {
    const ada = await stage.tocsin.join(stage.ana.api, 'Ada', 'admin');
    const watch = await Watch.on(ada, 'people');
    await stage.ana.api.run('ChangePersonRole', { personId: ada.personId, role: 'member' });
    await watch.waitForRow('people', ({ id, role }) => id === ada.personId && role === 'member');
    await stage.ana.api.run('RenamePerson', { personId: bo.personId, name: 'Boris' });
    expect((await watch.waitForRow('people', ({ name }) => name === 'Boris')).email).toBe('');
    watch.close();
  });

  chapter('keep where the data folder is, to those who run the place', async () => {
    const getHealth = async (api: Client): Promise<HealthAnswer> => (await api.request<HealthAnswer>('GET', '/api/health')).body;
    expect((await getHealth(stage.ana.api)).data).toBe(stage.tocsin.data);
    const observerHealth = await getHealth(observer);
    expect(observerHealth).toMatchObject({ ok: true, data: null });
    expect(JSON.stringify(observerHealth)).not.toContain(stage.tocsin.data);
  });

  chapter('require everyone to authenticate', async () => {
    const { anonymous: nobody } = stage.tocsin;
    for (const path of ['/api/views/alertGroups', '/api/events', '/api/session', '/api/health']) {
      expect(await nobody.request('GET', path)).toMatchObject({ status: 401, body: { code: 'session.required' } });
    }
    expect(await nobody.request('POST', '/api/commands/AcknowledgeAlertGroup', { groupId })).toMatchObject({ status: 401 });
    expect(await nobody.request('POST', '/api/bulk', { act: 'AcknowledgeAlertGroup', groupIds: [groupId] })).toMatchObject({ status: 401 });
  });

  chapter('end with the person', async () => {
    await stage.ana.api.run('DisablePerson', { personId: member.personId });
    await stage.settle();
    expect(await member.api.request('GET', '/api/session')).toMatchObject({ status: 401 });
    const before = member.ringCount;
    await stage.setPolicy([{ page: [stage.ana] }]);
    await stage.generic({ summary: 'After', key: 'after' });
    expect(
      await stage.ana.api.expectRefusal('AddResponder', { groupId: (await stage.getGroup(2)).id, personId: member.personId }),
    ).toMatchObject({
      code: 'person.not_active',
    });
    expect(member.ringCount).toBe(before);
  });
});
