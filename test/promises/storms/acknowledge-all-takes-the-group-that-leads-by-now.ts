import type { BundleShown } from '@tocsin/contracts/page-link.js';
import type { Promises } from './keep.js';

export const acknowledgeAllTakesTheGroupThatLeadsByNow: Promises = {
  'by the link of a bundle that named the one that led before': async (cast) => {
    const { ana, stage } = cast;
    await cast.nearly();
    await cast.thread('First', 1_100, 'info');
    await cast.thread('Second', 1_000, 'info');
    // a second waiting page makes it a bundle
    await stage.generic({ summary: 'The shop is slow', key: 'slow', severity: 'info' });
    await stage.advance('PT6M');
    const said = ana.phone.messages.findLast(({ type }) => type === 'bundle')!;
    await cast.ends('First');
    const path = `/api/pages/${new URL(said.link).pathname.split('/').at(-1)!}`;
    const { anonymous: nobody } = stage.tocsin;
    const { number } = (await cast.storms())[1]!;
    const { body: shown } = await nobody.request<BundleShown>('GET', path);
    expect(shown.groups.map((group) => group.number)).toContain(number);
    expect((await nobody.request('POST', path, { act: 'acknowledge' })).status).toBe(202);
    const holder = { kind: 'person', personId: ana.personId };
    expect(await cast.storms()).toMatchObject([{ status: 'resolved' }, { status: 'acknowledged', holder }]);
    expect((await nobody.request<BundleShown>('GET', path)).body).toMatchObject({ open: 0 });
    await stage.generic({ summary: 'The shop is slow', key: 'slow', status: 'resolved' });
  },
};
