import type { WebhookPage } from '@tocsin/contracts/contacts/webhook.js';
import type { Promises } from './cast.js';

export const anAttemptIsHandedOverOnce: Promises = {
  'each try has an id of its own, also over a failure, silence and a kill in the middle, and each claimed one rang once': async (cast) => {
    const { stage, ana } = cast;
    const { length } = ana.phone.rings;
    ana.phone.answerNext(503);
    const failedGroup = await cast.openGroup();
    await stage.advance('PT15S');
    await stage.settleFully();
    ana.phone.hang();
    const { path } = await stage.integration('generic');
    await stage.tocsin.anonymous.request('POST', path, { summary: 'Silence', key: 'silence', severity: 'critical' });
    await ana.phone.waitForRing(({ answered, body }) => answered === 'hung' && body.includes('Silence'));
    ana.phone.recover();
    await stage.restart('SIGKILL');
    await stage.settle();
    await stage.restart('SIGKILL');
    await stage.settle();
    const silent = (await stage.listGroups()).at(-1)!;
    const ringIds = ana.phone.rings.slice(length).map(({ body }) => (JSON.parse(body) as WebhookPage).id);
    expect(new Set(ringIds).size).toBe(ringIds.length);
    const facts = [...(await stage.getTimeline(failedGroup.id)), ...(await stage.getTimeline(silent.id))];
    const claimedIds = facts.flatMap((fact) => (fact.type === 'AttemptStarted' ? [fact.data.attemptId] : []));
    expect(ringIds.toSorted()).toEqual(claimedIds.toSorted());
    expect(ringIds).toHaveLength(4);
  },
};
