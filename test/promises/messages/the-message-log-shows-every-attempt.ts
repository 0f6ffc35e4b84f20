import { listMessages, type Promises } from './messages.js';

const toShort = (all: Awaited<ReturnType<typeof listMessages>>) =>
  all.map(({ channel, outcome, cause }) => `${channel} ${outcome} ${cause.kind}`);

export const theMessageLogShowsEveryAttempt: Promises = {
  'to whom, by what, about what, why, when, and what came of it': async (company) => {
    const { stage, bo } = company;
    const { id: groupId, number, title, serviceId } = await stage.getGroup();
    const first = (await listMessages(company, { person: bo.personId })).at(-1)!;
    expect(first).toMatchObject({ groupId, number, title, serviceId, personId: bo.personId, contactMethodId: bo.methodId });
    expect(first).toMatchObject({ channel: 'webhook', outcome: 'delivered', because: 'rule', quiet: false, urgency: 'high' });
    expect(first.startedAt).not.toBeNull();
  },

  'what failed too, with the provider’s answer for whom addresses are shown to': async (company) => {
    const { stage, bo } = company;
    bo.phone.answer(410);
    await stage.generic({ summary: 'Queue is full', key: 'queue' });
    const failedMessages = (await listMessages(company, { person: bo.personId, outcome: 'failed' }))[0]!;
    expect(failedMessages).toMatchObject({ reason: 'delivery.provider_rejected', title: 'Queue is full' });
    expect(failedMessages.detail).toContain('410');
    const { body } = await bo.api.request<{ messages: { personId: string; detail: string | null }[] }>(
      'GET',
      '/api/messages?outcome=failed',
    );
    expect(body.messages.find(({ personId }) => personId === bo.personId)!.detail).toContain('410');
    bo.phone.recover();
  },

  'narrowed by person, channel, outcome, group, service, team, words and time': async (company) => {
    const { stage, bo } = company;
    const { id: group, serviceId, teamId } = await stage.getGroup();
    const all = await listMessages(company);
    const listIds = async (query: Record<string, string>) => (await listMessages(company, query)).map(({ id }) => id);
    const idsWhere = (isMatching: (one: (typeof all)[number]) => boolean) => all.filter(isMatching).map(({ id }) => id);
    expect(await listIds({ person: bo.personId })).toEqual(idsWhere(({ personId }) => personId === bo.personId));
    expect(await listIds({ outcome: 'failed' })).toEqual(idsWhere(({ outcome }) => outcome === 'failed'));
    expect(await listIds({ group })).toEqual(idsWhere(({ groupId }) => groupId === group));
    expect(await listIds({ q: 'queue full' })).toEqual(idsWhere(({ title }) => title === 'Queue is full'));
    expect(await listIds({ service: serviceId!, team: teamId!, channel: 'webhook' })).toEqual(idsWhere(() => true));
    expect(await listIds({ channel: 'email' })).toEqual([]);
    expect(await listIds({ to: all.at(-1)!.dueAt })).toEqual([]);
    expect(toShort(all)).toContain('webhook delivered escalation');
  },

  'page by page, and as a table': async (company) => {
    const { stage } = company;
    const all = await listMessages(company);
    const { body, status } = await stage.ana.api.request<string>('GET', '/api/messages/export?outcome=failed');
    expect(status).toBe(200);
    const lines = body.trimEnd().split('\r\n');
    expect(lines[0]).toContain('"dueAt"');
    expect(lines).toHaveLength(1 + all.filter(({ outcome }) => outcome === 'failed').length);
    expect(lines[1]).toContain('"Queue is full"');
    expect((await stage.ana.api.request('GET', '/api/messages?cursor=none')).status).toBe(400);
    expect((await stage.ana.api.request('GET', '/api/messages?channel=pigeon')).status).toBe(422);
  },
};
