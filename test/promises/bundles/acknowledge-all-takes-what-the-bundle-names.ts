import type { BundleShown } from '@tocsin/contracts/page-link.js';
import type { Promises } from './cast.js';

export const acknowledgeAllTakesWhatTheBundleNames: Promises = {
  'by its link, without a session, and nothing else': async (cast) => {
    const { stage, bo } = cast;
    await cast.openGroups(4);
    await stage.advance('PT1M');
    await cast.openGroups(1);
    const lastMessage = cast.listMessages().at(-1)!;
    const path = `/api/pages/${new URL(lastMessage.link).pathname.split('/').at(-1)!}`;
    const { anonymous: nobody } = stage.tocsin;
    const bundlePage = await nobody.request<BundleShown>('GET', path);
    expect(bundlePage.body).toMatchObject({ count: 3, open: 3, personName: 'Bo', services: [{ count: 3 }] });
    const { status } = await nobody.request('POST', path, { act: 'acknowledge' });
    expect(status).toBe(202);
    const holders = (await stage.listGroups()).filter(({ status: one }) => one !== 'resolved').map((group) => group.holder);
    const bosActor = { kind: 'person', personId: bo.personId };
    expect(holders.slice(-5)).toEqual([null, bosActor, bosActor, bosActor, null]);
    expect((await nobody.request<BundleShown>('GET', path)).body).toMatchObject({ count: 3, open: 0 });
  },
};
