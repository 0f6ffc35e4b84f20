import type { BundleShown } from '@tocsin/contracts/page-link.js';
import type { Promises } from './keep.js';

export const acknowledgeAllTakesWhatTheBundleNames: Promises = {
  'by its link, without a session, and nothing else': async (cast) => {
    const { stage, bo } = cast;
    await cast.opens(4);
    await stage.advance('PT1M');
    await cast.opens(1);
    const said = cast.messages().at(-1)!;
    const path = `/api/pages/${new URL(said.link).pathname.split('/').at(-1)!}`;
    const { anonymous: nobody } = stage.tocsin;
    const shown = await nobody.request<BundleShown>('GET', path);
    expect(shown.body).toMatchObject({ count: 3, open: 3, personName: 'Bo', services: [{ count: 3 }] });
    const { status } = await nobody.request('POST', path, { act: 'acknowledge' });
    expect(status).toBe(202);
    const holders = (await stage.groups()).filter(({ status: one }) => one !== 'resolved').map((group) => group.holder);
    const his = { kind: 'person', personId: bo.personId };
    expect(holders.slice(-5)).toEqual([null, his, his, his, null]);
    expect((await nobody.request<BundleShown>('GET', path)).body).toMatchObject({ count: 3, open: 0 });
  },
};
