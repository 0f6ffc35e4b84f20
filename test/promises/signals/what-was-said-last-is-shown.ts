import type { Promises } from './cast.js';

export const whatWasSaidLastIsShown: Promises = {
  'on the group and in later pages, and wakes nobody': async (cast) => {
    const { stage, bo } = cast;
    await stage.settleFully();
    const send = (summary: string) =>
      stage.alertmanager('firing', [{ name: 'DiskFull', summary, startsAt: '2026-01-01T03:00:00Z' }], {
        groupKey: '{}:{alertname="DiskFull"}',
      });
    expect(await cast.countRings(() => send('Disk at 91 %'))).toEqual([1, 0]);
    expect(await cast.countRings(() => send('Disk at 99 %'))).toEqual([0, 0]);
    const group = await cast.getLastGroup();
    expect(group).toMatchObject({ title: 'Disk at 99 % (db-1)', status: 'firing', firing: 1 });
    expect((await stage.getRow('alerts', group.id)).alerts).toMatchObject([{ summary: 'Disk at 99 %', state: 'firing' }]);
    await stage.advance('PT5M');
    expect(JSON.stringify(bo.phone.pages.at(-1))).toContain('Disk at 99 %');
    expect(JSON.stringify(bo.phone.pages.at(-1))).not.toContain('91 %');
  },

  'from Tocsin’s own interface with its details and links': async (cast) => {
    const { stage } = cast;
    await stage.settleFully();
    const send = (percent: number) =>
      stage.generic({
        summary: `Disk at ${percent} %`,
        key: 'said-last',
        details: `${percent} of 100`,
        links: [{ href: `https://example.org/${percent}` }],
      });
    await send(91);
    expect(await cast.countRings(() => send(99))).toEqual([0, 0]);
    const group = await cast.getLastGroup();
    expect(group.title).toBe('Disk at 99 %');
    const [alert] = (await stage.getRow('alerts', group.id)).alerts;
    expect(alert).toMatchObject({ details: '99 of 100', links: [{ href: 'https://example.org/99' }] });
  },
};
