import type { WebhookPage } from '@tocsin/contracts/webhook.js';
import type { Promises } from './keep.js';

export const anAttemptIsHandedOverOnce: Promises = {
  'each try has an id of its own, also over a failure, silence and a kill in the middle, and each claimed one rang once': async (cast) => {
    const { stage, ana } = cast;
    const { length } = ana.phone.rings;
    ana.phone.answerNext(503);
    const failed = await cast.opens();
    await stage.advance('PT15S');
    await stage.nothingWaits();
    ana.phone.hang();
    const { path } = await stage.integration('generic');
    await stage.tocsin.anonymous.request('POST', path, { summary: 'Silence', key: 'silence', severity: 'critical' });
    await ana.phone.waitForRing(({ answered, body }) => answered === 'hung' && body.includes('Silence'));
    ana.phone.recover();
    await stage.restart('SIGKILL');
    await stage.settle();
    await stage.restart('SIGKILL');
    await stage.settle();
    const silent = (await stage.groups()).at(-1)!;
    const rang = ana.phone.rings.slice(length).map(({ body }) => (JSON.parse(body) as WebhookPage).id);
    expect(new Set(rang).size).toBe(rang.length);
    const facts = [...(await stage.timeline(failed.id)), ...(await stage.timeline(silent.id))];
    const claimed = facts.flatMap((fact) => (fact.type === 'AttemptStarted' ? [fact.data.attemptId] : []));
    expect(rang.toSorted()).toEqual(claimed.toSorted());
    expect(rang).toHaveLength(4);
  },
};
