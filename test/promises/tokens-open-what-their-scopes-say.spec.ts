import { io } from 'socket.io-client';
import type { Scope } from '@tocsin/contracts/tokens/scopes.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';
import { Client } from '@tocsin/testing/stage/client.js';
import { Watch } from '@tocsin/testing/stage/watch.js';

let stage: Stage;
let bo: Player;
let groupId = '';
beforeAll(async () => {
  stage = await Stage.begin();
  bo = await stage.addPerson('Bo');
  await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
  groupId = (await stage.getGroup()).id;
});
afterAll(() => stage.close());

const withToken = (answerFields: Readonly<Record<string, unknown>>, personId = ''): Client =>
  new Client(stage.tocsin.url, String(answerFields['token']), personId);
const issuePersonalToken = async (player: Player, name: string, ...scopes: readonly Scope[]) => {
  await player.api.prove();
  const { says } = await player.api.run('IssuePersonalToken', { name, scopes: [...scopes] });
  return { token: withToken(says, player.personId), tokenId: String(says['tokenId']) };
};
const issueServiceToken = async (name: string, teamId: string | null, ...scopes: readonly Scope[]) => {
  await stage.ana.api.prove();
  const { says } = await stage.ana.api.run('IssueServiceToken', { name, teamId, scopes: [...scopes] });
  await stage.settle();
  return { token: withToken(says), tokenId: String(says['tokenId']) };
};
const deniedProblem = (code: string) => ({ status: 403, code });

describe('a token of my own', () => {
  it('is shown once, and never stands in an event, a row or an answer again', async () => {
    const { token, tokenId } = await issuePersonalToken(bo, 'Laptop', 'read');
    expect(token.token).toMatch(/^tsn_[\w-]{43}$/);
    const storedText = JSON.stringify([
      await stage.ana.api.events('tokens'),
      await bo.api.list('tokens'),
      await bo.api.row('tokens', tokenId),
    ]);
    expect(storedText).toContain('Laptop');
    expect(storedText).not.toContain(token.token.slice(4));
  });

  it('does what I may, as far as its scopes go, and says which scope it lacks', async () => {
    const { token } = await issuePersonalToken(bo, 'Reader', 'read');
    expect(await token.list('alertGroups', 'where.number=1')).toHaveLength(1);
    expect(await token.expectRefusal('AcknowledgeAlertGroup', { groupId })).toMatchObject({
      ...deniedProblem('token.scope_missing'),
      params: { scope: 'alert_groups.act' },
    });
    const { token: actor, tokenId } = await issuePersonalToken(bo, 'Actor', 'alert_groups.act');
    expect(await actor.request('GET', '/api/views/alertGroups')).toMatchObject({ status: 403, body: { code: 'token.scope_missing' } });
    await actor.run('AddNote', { groupId, text: 'by a program' });
    const noteEvent = (await stage.getTimeline(groupId)).findLast(({ type }) => type === 'NoteAdded')!;
    expect(noteEvent.meta.actor).toMatchObject({ kind: 'person', id: bo.personId, token: { id: tokenId, scopes: ['alert_groups.act'] } });
  });

  it('gives me no more than I have', async () => {
    const { token } = await issuePersonalToken(bo, 'Greedy', 'configure', 'audit');
    const { teamId, policyId } = stage.setUpAnswer;
    expect(await token.expectRefusal('RemovePolicy', { teamId, policyId })).toMatchObject(deniedProblem('permission.denied'));
  });

  it('can’t create tokens, change people or sign anyone in, even an owner’s', async () => {
    const { token } = await issuePersonalToken(stage.ana, 'All', 'read', 'alert_groups.act', 'page', 'configure', 'audit', 'metrics');
    const wrongTokenProblem = deniedProblem('token.not_for_this');
    expect(await token.expectRefusal('IssuePersonalToken', { name: 'Child', scopes: ['read'] })).toMatchObject(wrongTokenProblem);
    expect(await token.expectRefusal('IssueServiceToken', { name: 'Child', teamId: null, scopes: ['read'] })).toMatchObject(
      wrongTokenProblem,
    );
    expect(await token.expectRefusal('ChangePersonRole', { personId: bo.personId, role: 'owner' })).toMatchObject(wrongTokenProblem);
    expect(await token.expectRefusal('AddContactMethod', { kind: 'browser', personId: stage.ana.personId })).toMatchObject(
      wrongTokenProblem,
    );
    expect(await token.request('GET', '/api/session')).toMatchObject({ status: 403, body: { code: 'token.not_for_this' } });
    expect(await token.request('DELETE', '/api/session')).toMatchObject({ status: 403, body: { code: 'token.not_for_this' } });
  });

  it('hides from others what I call it and what it may; admins see it', async () => {
    const { tokenId } = await issuePersonalToken(bo, 'Bo’s secret plan', 'read');
    const mo = await stage.addPerson('Mo', { isInTeam: false });
    expect(await mo.api.row('tokens', tokenId)).toMatchObject({ name: '', scopes: [] });
    expect(JSON.stringify(await mo.api.events('tokens'))).not.toContain('secret plan');
    expect(await stage.ana.api.row('tokens', tokenId)).toMatchObject({ name: 'Bo’s secret plan', personId: bo.personId });
  });

  it('is over when I revoke it, at once, and its live line too', async () => {
    const { token, tokenId } = await issuePersonalToken(bo, 'Short', 'read');
    const watch = await Watch.on(token, 'alertGroups');
    const watchEnd = watch.waitForEnd();
    await bo.api.run('RevokeToken', { tokenId });
    expect(await token.request('GET', '/api/views/alertGroups')).toMatchObject({ status: 401, body: { code: 'token.invalid' } });
    await watchEnd;
    await expect(Watch.on(token, 'alertGroups')).rejects.toThrow('session.required');
  });

  it('is over on its last day', async () => {
    await bo.api.prove();
    const { says } = await bo.api.run('IssuePersonalToken', { name: 'A day', scopes: ['read'], days: 1 });
    const token = withToken(says);
    await stage.advance('PT23H59M');
    expect((await token.request('GET', '/api/views/alertGroups')).status).toBe(200);
    await stage.advance('PT1M');
    expect(await token.request('GET', '/api/views/alertGroups')).toMatchObject({ status: 401, body: { code: 'token.invalid' } });
    await bo.api.prove();
    expect(await bo.api.expectRefusal('IssuePersonalToken', { name: 'For ever', scopes: ['read'], days: 366 })).toMatchObject({
      status: 422,
    });
  });

  it('says when it was used last, to the minute, also after a restart', async () => {
    const { token, tokenId } = await issuePersonalToken(bo, 'Used', 'read');
    const readLastUses = async () => (await bo.api.request<{ uses: Record<string, string> }>('GET', '/api/tokens/last-uses')).body.uses;
    expect((await readLastUses())[tokenId]).toBeUndefined();
    await token.list('alertGroups');
    const at = (await readLastUses())[tokenId];
    expect(at).toMatch(/T\d\d:\d\d:00\.000Z$/);
    await stage.restart();
    // on PostgreSQL a server takes alerts and pages before its lists are there
    await stage.settle();
    expect((await readLastUses())[tokenId]).toBe(at);
  });

  it('dies with me: refused once I am disabled, and not alive again when I am back', async () => {
    const mo = await stage.addPerson('Max', { isInTeam: false });
    const { token, tokenId } = await issuePersonalToken(mo, 'Mine', 'read');
    expect((await token.request('GET', '/api/views/alertGroups')).status).toBe(200);
    await stage.ana.api.run('DisablePerson', { personId: mo.personId });
    expect(await token.request('GET', '/api/views/alertGroups')).toMatchObject({ status: 401, body: { code: 'token.invalid' } });
    await stage.settle();
    await stage.ana.api.run('EnablePerson', { personId: mo.personId });
    await stage.settle();
    expect(await stage.ana.api.row('tokens', tokenId)).toMatchObject({ revoked: { because: 'person_disabled' } });
    expect(await token.request('GET', '/api/views/alertGroups')).toMatchObject({ status: 401 });
  });
});

describe('a service token', () => {
  it('acknowledges under its own name, and no one is asked “still on it?” instead', async () => {
    const { token, tokenId } = await issueServiceToken('Deploy robot', null, 'alert_groups.act', 'read');
    // days have gone by: it would be stale
    await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
    await token.run('AcknowledgeAlertGroup', { groupId });
    expect(await stage.getGroup()).toMatchObject({ status: 'acknowledged', holder: { kind: 'token', tokenId } });
    const acknowledgeEvent = (await stage.getTimeline(groupId)).findLast(({ type }) => type === 'AlertGroupAcknowledged')!;
    expect(acknowledgeEvent.meta.actor).toMatchObject({ kind: 'token', id: tokenId });
    const ringsBefore = stage.ana.ringCount + bo.ringCount;
    await stage.advance('PT29M');
    expect(stage.ana.ringCount + bo.ringCount).toBe(ringsBefore);
    await stage.advance('PT2M');
    expect(await stage.getGroup()).toMatchObject({ status: 'firing' });
    expect(stage.ana.ringCount + bo.ringCount).toBeGreaterThan(ringsBefore);
    expect(await token.expectRefusal('JoinAlertGroup', { groupId })).toMatchObject({ status: 403 });
  });

  it('of a team acts on what the team owns, and on nothing else', async () => {
    const { teamId, serviceId } = stage.setUpAnswer;
    const other = String((await stage.ana.api.run('CreateTeam', { name: 'Other' })).says['teamId']);
    await stage.settle();
    const { token: ourToken } = await issueServiceToken('Ours', teamId, 'alert_groups.act', 'page', 'configure');
    const { token: theirToken } = await issueServiceToken('Theirs', other, 'alert_groups.act', 'page', 'configure');
    const page = { title: 'Look at this', serviceId, personIds: [] };
    const integration = { teamId, serviceId, name: 'By a program', kind: 'generic' as const };
    expect(await theirToken.expectRefusal('AddNote', { groupId, text: 'x' })).toMatchObject(deniedProblem('permission.denied'));
    expect(await theirToken.expectRefusal('PageSomeone', page)).toMatchObject(deniedProblem('permission.denied'));
    expect(await theirToken.expectRefusal('CreateIntegration', integration)).toMatchObject(deniedProblem('permission.denied'));
    expect(await ourToken.expectRefusal('PageSomeone', { title: 'x', personIds: [bo.personId] })).toMatchObject(
      deniedProblem('permission.denied'),
    );
    await ourToken.run('AddNote', { groupId, text: 'x' });
    await ourToken.run('CreateIntegration', integration);
    const { says } = await ourToken.run('PageSomeone', page);
    await stage.settle();
    expect(await stage.getGroup(Number(says['number']))).toMatchObject({ title: 'Look at this', test: false });
    expect(await ourToken.expectRefusal('SendTestAlert', { serviceId })).toMatchObject(deniedProblem('token.not_for_this'));
    await stage.ana.api.run('ResolveAlertGroup', { groupId: String(says['groupId']) });
  });

  it('sets up an installation: creates teams, invites members and observers, but no higher roles', async () => {
    const { token: setUp } = await issueServiceToken('Set-up', null, 'people.invite', 'teams.create');
    const { says: team } = await setUp.run('CreateTeam', { name: 'Made by a program' });
    expect(team['teamId']).toEqual(expect.any(String));
    const dee = { name: 'Dee', email: 'dee@example.org' };
    const { says } = await setUp.run('InvitePerson', dee);
    expect(says).toMatchObject({ personId: expect.any(String), invitation: expect.stringContaining('/invite/') });
    await setUp.run('InvitePerson', { name: 'Eve', email: 'eve@example.org', role: 'observer' });
    for (const role of ['admin', 'owner'] as const)
      expect(await setUp.expectRefusal('InvitePerson', { ...dee, role })).toMatchObject(deniedProblem('token.not_for_this'));
    const asAdmin = await stage.ana.api.run('InvitePerson', { name: 'Flo', email: 'flo@example.org', role: 'admin' });
    expect(await setUp.expectRefusal('InvitePerson', { name: 'Flo', email: 'flo@example.org' })).toMatchObject(
      deniedProblem('token.not_for_this'),
    );
    expect(await stage.ana.api.row('people', String(asAdmin.says['personId']))).toMatchObject({ role: 'admin', state: 'invited' });
    expect(await setUp.expectRefusal('RemoveTeam', { teamId: String(team['teamId']) })).toMatchObject(deniedProblem('token.not_for_this'));
    const { token: ofTeam } = await issueServiceToken('Of a team', stage.setUpAnswer.teamId, 'people.invite', 'teams.create');
    expect(await ofTeam.expectRefusal('InvitePerson', dee)).toMatchObject(deniedProblem('permission.denied'));
    expect(await ofTeam.expectRefusal('CreateTeam', { name: 'X' })).toMatchObject(deniedProblem('permission.denied'));
  });

  it('can be issued by owners and admins alone, and outlives who issued it', async () => {
    expect(
      await bo.api.expectRefusal('IssueServiceToken', { name: 'Mine', teamId: stage.setUpAnswer.teamId, scopes: ['read'] }),
    ).toMatchObject({
      status: 403,
    });
    const cleo = await stage.addPerson('Cleo', { role: 'admin', isInTeam: false });
    const { says } = await cleo.api.run('IssueServiceToken', { name: 'Stays', teamId: null, scopes: ['read'] });
    await stage.ana.api.run('DisablePerson', { personId: cleo.personId });
    await stage.settle();
    expect((await withToken(says).request('GET', '/api/views/alertGroups')).status).toBe(200);
  });

  it('reads no address without the scope for it', async () => {
    const { token: plainToken } = await issueServiceToken('Plain', null, 'read');
    const { token: auditor } = await issueServiceToken('Auditing', null, 'read', 'audit');
    const readSeen = async (token: Client) =>
      JSON.stringify([await token.list('people'), await token.list('contacts'), await token.events(`person-${bo.personId}`)]);
    expect(await readSeen(plainToken)).not.toContain(bo.phone.url);
    expect(await readSeen(plainToken)).not.toContain('bo@example.org');
    expect(await readSeen(auditor)).toContain(bo.phone.url);
    expect(await readSeen(auditor)).toContain('bo@example.org');
  });
});

it('follows rows live with the scope to read, and without it not', async () => {
  const { token: reader } = await issuePersonalToken(bo, 'Wall board', 'read');
  const { token: actor } = await issuePersonalToken(bo, 'No eyes', 'alert_groups.act');
  const watch = await Watch.on(reader, 'alertGroups');
  expect(await watch.waitForRow('alertGroups', ({ number }) => number === 1)).toMatchObject({ id: groupId });
  watch.close();
  // the line itself: reading the list is refused anyway
  const line = io(stage.tocsin.url, { path: '/live', auth: { token: actor.token }, transports: ['websocket'], reconnection: false });
  const answer = new Promise<string>((resolve) => {
    line.once('connect', () => resolve('it opened'));
    line.once('connect_error', ({ message }) => resolve(message));
  });
  expect(await answer).toBe('token.scope_missing');
  line.disconnect();
});

it('reads the figures for Prometheus from elsewhere by a token that may, and on the machine itself by none', async () => {
  const { token: prometheus } = await issueServiceToken('Prometheus', null, 'metrics');
  const { token: reader } = await issueServiceToken('Reading', null, 'read');
  const otherAddressHeader = { 'x-forwarded-for': '198.51.100.9' };
  const getMetrics = (client: Client, headers = {}) => client.request('GET', '/metrics', undefined, headers);
  expect((await getMetrics(stage.tocsin.anonymous)).status).toBe(200);
  expect(await getMetrics(stage.tocsin.anonymous, otherAddressHeader)).toMatchObject({ status: 401 });
  expect(await getMetrics(reader, otherAddressHeader)).toMatchObject({
    status: 403,
    body: { code: 'token.scope_missing', params: { scope: 'metrics' } },
  });
  expect(await getMetrics(prometheus, otherAddressHeader)).toMatchObject({ status: 200 });
});

it('an unknown token is refused with the reason', async () => {
  const inventedTokenClient = new Client(stage.tocsin.url, `tsn_${'a'.repeat(43)}`, '');
  expect(await inventedTokenClient.request('GET', '/api/views/alertGroups')).toMatchObject({
    status: 401,
    body: { code: 'token.invalid' },
  });
  expect(await inventedTokenClient.expectRefusal('AddNote', { groupId, text: 'x' })).toMatchObject({ status: 401, code: 'token.invalid' });
});
