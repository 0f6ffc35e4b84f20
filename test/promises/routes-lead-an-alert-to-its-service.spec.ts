import type { RouteRule } from '@tocsin/contracts/route-rules/noun.js';
import type { RouteTryOut } from '@tocsin/contracts/route-rules/try-out.js';
import type { WhyAnswer } from '@tocsin/contracts/why/why.js';
import { story } from '@tocsin/testing/stage/story.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
/** Responds for the service Search, which a policy of its own pages. */
let bo: Player;
/** Manages the team of the integration alone. */
let mia: Player;
let searchService: string;

const integrationId = (): string => stage.setUpAnswer.integrationId;
const isAlert = (value: string): RouteRule['rows'] => [[{ label: 'alertname', operator: '=~', value }]];
const change = (rules: readonly Pick<RouteRule, 'rows' | 'outcome'>[], version: number) => ({
  teamId: stage.setUpAnswer.teamId,
  integrationId: integrationId(),
  version,
  rules: [...rules],
});
const toSearch = () => ({ kind: 'service' as const, serviceId: searchService });
const changeRoutes = async (rules: readonly Pick<RouteRule, 'rows' | 'outcome'>[], version: number): Promise<void> => {
  await stage.ana.api.run('ChangeRoutes', change(rules, version));
  await stage.settle();
};

beforeAll(async () => {
  stage = await Stage.begin();
  const { ana } = stage;
  await stage.setPolicy([{ page: [ana] }]);
  mia = await stage.addPerson('Mia');
  await ana.api.run('ChangeTeamMemberRole', { teamId: stage.setUpAnswer.teamId, personId: mia.personId, role: 'manager' });
  bo = await stage.addPerson('Bo', { isInTeam: false });
  const teamId = String((await ana.api.run('CreateTeam', { name: 'Search' })).says['teamId']);
  const steps = [{ targets: [{ kind: 'person' as const, personId: bo.personId }], waitMinutes: 5, notifyOthersStill: false }];
  const policyId = String((await ana.api.run('CreatePolicy', { teamId, name: 'Search', steps, repeats: 0 })).says['policyId']);
  searchService = String((await ana.api.run('CreateService', { teamId, name: 'Search', policyId })).says['serviceId']);
  await stage.settle();
});
afterAll(() => stage.close());

const rings = (): readonly number[] => [stage.ana, bo].map(({ ringCount }) => ringCount);

story('a route', (chapter) => {
  chapter('is refused to those who may not page the team that it leads to, and for a pattern that is none', async () => {
    expect(await mia.api.expectRefusal('ChangeRoutes', change([{ rows: [], outcome: toSearch() }], 0))).toMatchObject({
      code: 'permission.denied',
    });
    expect(await bo.api.expectRefusal('ChangeRoutes', change([], 0))).toMatchObject({ code: 'permission.denied' });
    expect(await stage.ana.api.expectRefusal('ChangeRoutes', change([{ rows: isAlert('('), outcome: toSearch() }], 0))).toMatchObject({
      code: 'route.pattern_invalid',
    });
    const tooMany = Array.from({ length: 201 }, () => ({ rows: isAlert('x'), outcome: toSearch() }));
    expect(await stage.ana.api.expectRefusal('ChangeRoutes', change(tooMany, 0))).toMatchObject({ code: 'request.invalid' });
  });

  chapter('leads the alerts of one message to the services that are on call for them, each with its own page', async () => {
    await changeRoutes([{ rows: isAlert('Search.*'), outcome: toSearch() }], 0);
    await stage.alertmanager('firing', [{ name: 'SearchDown' }, { name: 'DiskFull' }]);
    expect(rings()).toEqual([1, 1]);
    expect(await stage.getGroup(1)).toMatchObject({ serviceId: stage.setUpAnswer.serviceId, title: 'DiskFull on db-1' });
    expect(await stage.getGroup(2)).toMatchObject({ serviceId: searchService, title: 'SearchDown on db-1' });
  });

  chapter('is tried with recent alerts before it is saved', async () => {
    const rules = [{ rows: isAlert('Disk.*'), outcome: toSearch() }];
    const { body } = await mia.api.request<RouteTryOut>('POST', `/api/integrations/${integrationId()}/routes/try`, { rules });
    expect(body).toMatchObject({ signals: 1, alerts: 2, decided: [1], elsewhere: 2 });
    expect(body.samples.map(({ name, place }) => [name, place])).toEqual([
      ['SearchDown', null],
      ['DiskFull', 1],
    ]);
  });

  chapter('says how many alert groups they would have become, as does the grouping of a service', async () => {
    const by = (label: string) => ({ by: { kind: 'fields', fields: [label] }, windowMinutes: 30 });
    const rules = [{ rows: [], outcome: { kind: 'default', grouping: by('alertname') } }];
    const { body } = await mia.api.request<RouteTryOut>('POST', `/api/integrations/${integrationId()}/routes/try`, { rules });
    expect(body).toMatchObject({ groups: 2, biggest: 1 });
    const path = `/api/services/${stage.setUpAnswer.serviceId}/grouping/try`;
    expect((await mia.api.request('POST', path, { grouping: by('severity') })).body).toMatchObject({
      signals: 1,
      alerts: 2,
      groups: 1,
      biggest: 2,
    });
    expect((await mia.api.request('POST', path, { grouping: null })).body).toMatchObject({ groups: 1, biggest: 2 });
  });

  chapter('is tried with the alerts of seven days, too: how many would be paged for where a rule links them', async () => {
    const by = (label: string) => ({ by: { kind: 'fields', fields: [label] }, windowMinutes: 30 });
    const rules = [{ rows: isAlert('Disk.*'), outcome: { kind: 'service', serviceId: searchService, linking: by('severity') } }];
    const path = `/api/integrations/${integrationId()}/routes/try`;
    const { body } = await mia.api.request<RouteTryOut>('POST', path, { rules, days: 7 });
    expect(body).toMatchObject({ signals: 1, alerts: 2, groups: 2, since: expect.any(String) as string });
    expect((await mia.api.request('POST', path, { rules, days: 8 })).status).toBe(422);
  });

  chapter('is named by Why: which rule, in which version', async () => {
    const { id } = await stage.getGroup(2);
    const { body } = await bo.api.request<WhyAnswer>('GET', `/api/why?person=${bo.personId}&group=${id}`);
    expect(body.groups[0]!.events.find(({ type }) => type === 'AlertGroupOpened')).toMatchObject({
      data: { serviceId: searchService, origin: { route: { place: 1, version: 1 } } },
    });
  });

  chapter(
    'that was changed leaves what fires where it is: its resolve reaches the group that it opened, though the server was killed',
    async () => {
      await changeRoutes([], 1);
      await stage.restart('SIGKILL');
      await stage.alertmanager('firing', [{ name: 'SearchDown' }, { name: 'DiskFull' }]);
      expect(await stage.ana.api.list('alertGroups')).toHaveLength(2);
      await stage.alertmanager('resolved', [{ name: 'SearchDown' }, { name: 'DiskFull' }]);
      expect([(await stage.getGroup(1)).status, (await stage.getGroup(2)).status]).toEqual(['resolved', 'resolved']);
    },
  );

  chapter('that records only opens nothing; what no rule takes still pages', async () => {
    await changeRoutes([{ rows: isAlert('Chatter'), outcome: { kind: 'record_only' } }], 2);
    const before = rings();
    await stage.pagerduty('trigger', 'other-integration');
    await stage.alertmanager('firing', [{ name: 'Chatter' }], { groupKey: 'chatter' });
    expect(await stage.ana.api.list('alertGroups')).toHaveLength(3);
    await stage.alertmanager('firing', [{ name: 'Chatter' }, { name: 'Unknown' }], { groupKey: 'chatter' });
    expect(await stage.getGroup(4)).toMatchObject({ status: 'firing', title: 'Unknown on db-1' });
    await stage.advance('PT2M');
    expect(rings()[0]).toBeGreaterThan(before[0]!);
  });

  chapter('of the organisation is changed by owners and admins alone, and asked before those of integrations', async () => {
    const first = { version: 0, rules: [{ rows: isAlert('Payroll'), outcome: toSearch() }] };
    for (const { api } of [mia, bo])
      expect(await api.expectRefusal('ChangeOrganisationRoutes', first)).toMatchObject({ code: 'permission.denied' });
    await stage.ana.api.run('ChangeOrganisationRoutes', first);
    await changeRoutes([{ rows: [], outcome: { kind: 'record_only' } }], 3);
    await stage.alertmanager('firing', [{ name: 'Payroll' }, { name: 'Chatter' }], { groupKey: 'payroll' });
    expect(await stage.getGroup(5)).toMatchObject({ serviceId: searchService, title: 'Payroll on db-1' });
    expect(await stage.ana.api.list('alertGroups')).toHaveLength(5);
    const { body } = await stage.ana.api.request<RouteTryOut>('POST', '/api/routes/try', { rules: [{ rows: [], outcome: toSearch() }] });
    expect(body.decided).toEqual([body.alerts]);
  });

  chapter('that holds an alert pages nobody in that time, and at once after it, though the server was killed meanwhile', async () => {
    const held = [{ rows: isAlert('Flaps'), outcome: { kind: 'default' as const, urgency: 'high' as const, holdMinutes: 5 } }];
    await changeRoutes(held, 4);
    await stage.alertmanager('firing', [{ name: 'Flaps' }], { groupKey: 'flaps' });
    expect(await stage.getGroup(6)).toMatchObject({ status: 'suppressed', suppressed: { mutes: [{ kind: 'hold' }] } });
    await stage.restart('SIGKILL');
    // the clock of a killed server goes on from its log
    await stage.advance('PT4M30S');
    expect(await stage.getGroup(6)).toMatchObject({ status: 'suppressed', paging: [] });
    await stage.advance('PT30S');
    expect(await stage.getGroup(6)).toMatchObject({ status: 'firing', paging: [stage.ana.personId] });
  });

  chapter('that holds an alert which resolves in time pages nobody', async () => {
    await stage.alertmanager('firing', [{ name: 'Flaps' }], { groupKey: 'again' });
    await stage.alertmanager('resolved', [{ name: 'Flaps' }], { groupKey: 'again' });
    await stage.advance('PT10M');
    expect(await stage.getGroup(7)).toMatchObject({ status: 'resolved', paging: [] });
  });

  chapter('that links makes one thing to page for of alerts on a team’s services, though the server was killed between them', async () => {
    const linking = { by: { kind: 'fields' as const, fields: ['instance'] }, windowMinutes: 30 };
    const rules = [{ rows: isAlert('Cluster.*'), outcome: { kind: 'default' as const, linking } }];
    const { body } = await stage.ana.api.request<RouteTryOut>('POST', '/api/routes/try', {
      rules: [{ rows: [], outcome: { kind: 'default', linking } }],
    });
    // what came by PagerDuty has no instance
    expect(body.pagedFor).toBe(2);
    expect(body.groups).toBeGreaterThan(2);
    await stage.ana.api.run('ChangeOrganisationRoutes', { version: 1, rules });
    const { teamId, policyId } = stage.setUpAnswer;
    const { says } = await stage.ana.api.run('CreateService', { teamId, policyId, name: 'Network' });
    const toNetwork = { kind: 'service' as const, serviceId: String(says['serviceId']) };
    await changeRoutes(
      [
        { rows: isAlert('.*Search'), outcome: toSearch() },
        { rows: isAlert('.*Net'), outcome: toNetwork },
      ],
      5,
    );
    const before = rings();
    await stage.alertmanager('firing', [{ name: 'ClusterDisk' }, { name: 'ClusterSearch' }], { groupKey: 'c1' });
    await stage.restart('SIGKILL');
    await stage.alertmanager('firing', [{ name: 'ClusterNet' }], { groupKey: 'c2' });
    const groups = [await stage.getGroup(8), await stage.getGroup(9), await stage.getGroup(10)];
    expect(new Set(groups.map(({ serviceId }) => serviceId)).size).toBe(3);
    // another team is paged for its own
    expect(groups.map(({ follows }) => follows?.number)).toEqual([undefined, undefined, 8]);
    expect(rings().map((count, n) => count - before[n]!)).toEqual([1, 1]);
    const { body: why } = await stage.ana.api.request<WhyAnswer>('GET', `/api/why?person=${bo.personId}&group=${groups[2]!.id}`);
    expect(why.groups[0]!.events.find(({ type }) => type === 'AlertGroupOpened')).toMatchObject({
      data: { origin: { linking: { version: 2, by: ['instance'], set: groups[0]!.id } } },
    });
  });
});
