import type { Cast, Promises } from './keep.js';

/** Sends signals concurrently, and kills the server once some have been accepted; returns the summaries of all accepted ones. */
const killedMeanwhile = async ({ stage }: Cast, count: number, some: number): Promise<readonly string[]> => {
  const { path } = await stage.integration('generic');
  const accepted: string[] = [];
  let enough = (): void => {};
  const someAreAccepted = new Promise<void>((resolve) => (enough = resolve));
  const sent = Array.from({ length: count }, async (_, n) => {
    const summary = `Accepted ${n}`;
    const { status } = await stage.tocsin.anonymous.request('POST', path, { summary, key: summary, severity: 'critical' });
    if (status === 202) accepted.push(summary);
    if (accepted.length >= some) enough();
  });
  const all = Promise.allSettled(sent);
  await Promise.race([someAreAccepted, all]);
  await stage.tocsin.stop('SIGKILL');
  await all;
  await stage.restart();
  return accepted;
};

/** Number of alert groups in these messages; repeated messages count once. */
const namedIn = (messages: Cast['ana']['phone']['messages']): number =>
  [...new Map(messages.map((one) => [one.id, one])).values()].reduce((sum, one) => sum + (one.type === 'bundle' ? one.count : 1), 0);

export const whatWasAcceptedIsNeverLost: Promises = {
  'a server that is killed among many signals has each that it answered, once, and pages for it': async (cast) => {
    const { stage, ana } = cast;
    const before = (await stage.groups()).length;
    const heard = ana.phone.messages.length;
    const accepted = await killedMeanwhile(cast, 30, 5);
    expect(accepted.length).toBeGreaterThanOrEqual(5);

    const opened = (await stage.groups()).slice(before);
    const titles = opened.map(({ title }) => title);
    expect(titles).toEqual(expect.arrayContaining([...accepted]));
    expect(new Set(titles).size).toBe(titles.length);
    for (const { id } of opened) expect(await stage.pagesOf(id, ana)).toHaveLength(1);
    await stage.nothingWaits();
    expect(namedIn(ana.phone.messages.slice(heard))).toBeGreaterThanOrEqual(opened.length);
  },

  'what its sender sends again for want of an answer is no second alert': async (cast) => {
    const { stage } = cast;
    const { title, number } = await cast.last();
    expect(await cast.rings(() => stage.generic({ summary: title, key: title }))).toEqual([0, 0]);
    expect(await cast.last()).toMatchObject({ number, alerts: 1 });
  },
};
