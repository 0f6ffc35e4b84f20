import type { Promises } from './cast.js';

export const anAttemptWithNoOutcomeIsFollowedByAnother: Promises = {
  'what a kill left without an answer is closed as unknown, and rings again at once: rather twice than never': async (cast) => {
    const { stage, ana } = cast;
    ana.phone.hang();
    const hungRings = ana.phone.rings.filter(({ answered }) => answered === 'hung').length;
    const { path } = await stage.integration('generic');
    await stage.tocsin.anonymous.request('POST', path, { summary: 'No answer', key: 'no-answer', severity: 'critical' });
    await ana.phone.waitForRing(() => ana.phone.rings.filter(({ answered }) => answered === 'hung').length > hungRings);
    ana.phone.recover();
    await stage.restart('SIGKILL');
    await stage.settle();
    const { id } = (await stage.listGroups()).at(-1)!;
    const [page] = await stage.pagesOf(id, ana);
    expect(page!.attempts.map(({ state, reason, because }) => [state, reason, because])).toEqual([
      ['stale', 'delivery.outcome_unknown', 'rule'],
      ['delivered', null, 'after_stale'],
    ]);
    expect(ana.phone.pages.at(-1)).toMatchObject({ title: 'No answer' });
  },

  'what gets no answer within its deadline has failed, and is tried again': async (cast) => {
    const { stage, ana } = cast;
    ana.phone.hang();
    const { id } = await cast.openGroup();
    await stage.advance('PT11S');
    ana.phone.recover();
    await stage.advance('PT15S');
    const [page] = await stage.pagesOf(id, ana);
    expect(page!.attempts.slice(0, 2).map(({ state, reason, because }) => [state, reason, because])).toEqual([
      ['failed', 'delivery.outcome_unknown', 'rule'],
      ['delivered', null, 'retry'],
    ]);
  },
};
