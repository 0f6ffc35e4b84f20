import type { Cast, Promises } from './cast.js';

/** Sends signals concurrently, and kills the server once some have been accepted; returns the summaries of all accepted ones. */
const killWhileSending = async ({ stage }: Cast, count: number, minimumCount: number): Promise<readonly string[]> => {
  const { path } = await stage.integration('generic');
  const acceptedNames: string[] = [];
  let resolveEnough = (): void => {};
  const someAreAccepted = new Promise<void>((resolve) => (resolveEnough = resolve));
  const sendResults = Array.from({ length: count }, async (_, n) => {
    const summary = `Accepted ${n}`;
    const { status } = await stage.tocsin.anonymous.request('POST', path, { summary, key: summary, severity: 'critical' });
    if (status === 202) acceptedNames.push(summary);
    if (acceptedNames.length >= minimumCount) resolveEnough();
  });
  const all = Promise.allSettled(sendResults);
  await Promise.race([someAreAccepted, all]);
  await stage.tocsin.stop('SIGKILL');
  await all;
  await stage.restart();
  return acceptedNames;
};

/** Number of alert groups in these messages; repeated messages count once. */
const namedIn = (messages: Cast['ana']['phone']['messages']): number =>
  [...new Map(messages.map((one) => [one.id, one])).values()].reduce((sum, one) => sum + (one.type === 'bundle' ? one.count : 1), 0);

export const whatWasAcceptedIsNeverLost: Promises = {
  'a server that is killed among many signals has each that it answered, once, and pages for it': async (cast) => {
    const { stage, ana } = cast;
    const before = (await stage.listGroups()).length;
    const messagesBefore = ana.phone.messages.length;
    const acceptedBeforeKill = await killWhileSending(cast, 30, 5);
    expect(acceptedBeforeKill.length).toBeGreaterThanOrEqual(5);

    const openedGroups = (await stage.listGroups()).slice(before);
    const titles = openedGroups.map(({ title }) => title);
    expect(titles).toEqual(expect.arrayContaining([...acceptedBeforeKill]));
    expect(new Set(titles).size).toBe(titles.length);
    for (const { id } of openedGroups) expect(await stage.pagesOf(id, ana)).toHaveLength(1);
    await stage.settleFully();
    expect(namedIn(ana.phone.messages.slice(messagesBefore))).toBeGreaterThanOrEqual(openedGroups.length);
  },

  'what its sender sends again for want of an answer is no second alert': async (cast) => {
    const { stage } = cast;
    const { title, number } = await cast.getLastGroup();
    expect(await cast.countRings(() => stage.generic({ summary: title, key: title }))).toEqual([0, 0]);
    expect(await cast.getLastGroup()).toMatchObject({ number, alerts: 1 });
  },
};
