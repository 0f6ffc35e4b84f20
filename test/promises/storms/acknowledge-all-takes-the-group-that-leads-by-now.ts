import type { BundleShown } from '@tocsin/contracts/alert-groups/page-link.js';
import type { Promises } from './cast.js';

export const acknowledgeAllTakesTheGroupThatLeadsByNow: Promises = {
  'by the link of a bundle that named the one that led before': async (cast) => {
    const { ana, stage } = cast;
    await cast.floodToLimit();
    await cast.sendThread('First', 1_100, 'info');
    await cast.sendThread('Second', 1_000, 'info');
    // a second waiting page makes it a bundle
    await stage.generic({ summary: 'The shop is slow', key: 'slow', severity: 'info' });
    await stage.advance('PT6M');
    const lastBundle = ana.phone.messages.findLast(({ type }) => type === 'bundle')!;
    await cast.resolveThread('First');
    const path = `/api/pages/${new URL(lastBundle.link).pathname.split('/').at(-1)!}`;
    const { anonymous: nobody } = stage.tocsin;
    const { number } = (await cast.listStormGroups())[1]!;
    const { body: bundlePage } = await nobody.request<BundleShown>('GET', path);
    expect(bundlePage.groups.map((group) => group.number)).toContain(number);
    expect((await nobody.request('POST', path, { act: 'acknowledge' })).status).toBe(202);
    const holder = { kind: 'person', personId: ana.personId };
    expect(await cast.listStormGroups()).toMatchObject([{ status: 'resolved' }, { status: 'acknowledged', holder }]);
    expect((await nobody.request<BundleShown>('GET', path)).body).toMatchObject({ open: 0 });
    await stage.generic({ summary: 'The shop is slow', key: 'slow', status: 'resolved' });
  },
};
