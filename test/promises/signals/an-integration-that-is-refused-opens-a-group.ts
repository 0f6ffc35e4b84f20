import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import type { IntegrationKind } from '@tocsin/contracts/integrations/kinds.js';
import type { ClientAnswer } from '@tocsin/testing/stage/client.js';
import type { Cast, Promises } from './cast.js';

const hardLimitOfTest = 10;
const limitedSignal = { summary: 'Limited disk', key: 'limited', severity: 'warning' };

const listRefusedGroups = async ({ stage }: Cast): Promise<readonly AlertGroupRow[]> =>
  (await stage.listGroups()).filter(({ refused }) => refused !== undefined);

/** Posts it like its sender, whatever the response. */
const sendBody = async ({ stage }: Cast, kind: IntegrationKind, body: object): Promise<ClientAnswer> => {
  const { path, key } = await stage.integration(kind);
  const answer = await stage.tocsin.anonymous.request('POST', path, kind === 'pagerduty-events' ? { routing_key: key, ...body } : body);
  await stage.settle();
  return answer;
};

const setLimits = async ({ stage, ana }: Cast, kind: IntegrationKind, hardLimit: number | null): Promise<void> => {
  await stage.integration(kind);
  const rows = await ana.api.list('integrations');
  const { id: integrationId, teamId } = rows.find((row) => row.kind === kind)!;
  await ana.api.run('LimitIntegration', { teamId, integrationId, hardLimit });
  await stage.settle();
};

export const anIntegrationThatIsRefusedOpensAGroup: Promises = {
  'above the limit that an admin set a signal is refused, and a group of high urgency on its service pages by the policy': async (cast) => {
    const { stage } = cast;
    await setLimits(cast, 'generic', hardLimitOfTest);
    for (let n = 0; n < hardLimitOfTest; n += 1) expect((await sendBody(cast, 'generic', limitedSignal)).status).toBe(202);
    expect(await listRefusedGroups(cast)).toEqual([]);
    const [ana] = await cast.countRings(async () => {
      const { status, headers, body } = await sendBody(cast, 'generic', limitedSignal);
      expect({ status, body }).toMatchObject({ status: 429, body: { code: 'limit.rate' } });
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      await stage.advance('PT1M');
    });
    expect(ana).toBe(1);
    const [group, ...otherGroups] = await listRefusedGroups(cast);
    expect(otherGroups).toEqual([]);
    expect(group).toMatchObject({ status: 'firing', urgency: 'high', serviceId: stage.setUpAnswer.serviceId, refused: { signals: 1 } });
    expect(group!.title).toContain('By generic: requests are refused, more than 10 in 5 min');
  },

  'a restart doubles neither the limit nor the group, which counts what is refused': async (cast) => {
    const { stage } = cast;
    await stage.restart();
    await stage.settle();
    expect((await sendBody(cast, 'generic', limitedSignal)).status).toBe(429);
    expect(await listRefusedGroups(cast)).toMatchObject([{ status: 'firing', refused: { signals: 2 } }]);
  },

  'when what it sent is five minutes old its signals are taken again, and the group resolves when nothing was refused for ten': async (
    cast,
  ) => {
    const { stage } = cast;
    await stage.advance('PT5M');
    expect((await sendBody(cast, 'generic', limitedSignal)).status).toBe(202);
    await stage.advance('PT6M');
    expect(await listRefusedGroups(cast)).toMatchObject([{ status: 'resolved', resolvedBy: { by: 'timer' } }]);
    await setLimits(cast, 'generic', null);
  },

  'what a person resolved is not opened again for ten minutes, though more is refused': async (cast) => {
    const { stage, ana } = cast;
    await setLimits(cast, 'pagerduty-events', hardLimitOfTest);
    const trigger = { event_action: 'trigger', dedup_key: 'limited', payload: { summary: 'Limited', source: 'db-1', severity: 'info' } };
    for (let n = 0; n < hardLimitOfTest; n += 1) await sendBody(cast, 'pagerduty-events', trigger);
    // in the form that its senders read
    expect(await sendBody(cast, 'pagerduty-events', trigger)).toMatchObject({ status: 429, body: { status: 'throttle exceeded' } });
    const { id } = (await listRefusedGroups(cast)).at(-1)!;
    await ana.api.run('ResolveAlertGroup', { groupId: id });
    await stage.advance('PT2M');
    expect((await sendBody(cast, 'pagerduty-events', trigger)).status).toBe(429);
    expect(await listRefusedGroups(cast)).toHaveLength(2);
    await setLimits(cast, 'pagerduty-events', null);
    expect((await sendBody(cast, 'pagerduty-events', trigger)).status).toBe(202);
  },

  'an integration that used to be read, and of which nothing is any more, opens one too': async (cast) => {
    const { stage } = cast;
    const broken = { text: 'A field that its new version no longer calls summary' };
    expect((await sendBody(cast, 'generic', limitedSignal)).status).toBe(202);
    await stage.advance('PT1M');
    expect((await sendBody(cast, 'generic', broken)).status).toBe(400);
    const before = (await listRefusedGroups(cast)).length;
    const [ana] = await cast.countRings(async () => {
      await stage.advance('PT5M');
      expect((await sendBody(cast, 'generic', broken)).status).toBe(400);
      await stage.advance('PT1M');
    });
    expect(ana).toBe(1);
    const group = (await listRefusedGroups(cast)).slice(before);
    expect(group).toMatchObject([
      { status: 'firing', urgency: 'high', serviceId: stage.setUpAnswer.serviceId, refused: { because: 'unreadable' } },
    ]);
    expect(group[0]!.title).toContain('By generic: requests are refused, they can’t be read');
    // a sender that retries so late still belongs to the same series: it pages no one again
    await stage.advance('PT12M');
    expect((await listRefusedGroups(cast)).at(-1)).toMatchObject({ status: 'firing' });
    await stage.advance('PT4M');
    expect((await listRefusedGroups(cast)).at(-1)).toMatchObject({ status: 'resolved', resolvedBy: { by: 'timer' } });
  },
};
