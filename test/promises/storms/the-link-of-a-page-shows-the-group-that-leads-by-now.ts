import type { PageShown } from '@tocsin/contracts/alert-groups/page-link.js';
import type { Cast, Promises } from './cast.js';

/** The link of Ana’s last page for this group. */
const linkPathOf = ({ ana }: Cast, groupId: string): string =>
  `/api/pages/${new URL(ana.phone.pages.findLast((page) => page.groupId === groupId)!.link).pathname.split('/').at(-1)!}`;

export const theLinkOfAPageShowsTheGroupThatLeadsByNow: Promises = {
  'when the one that paged is resolved, as the storm goes on in the next': async (cast) => {
    const { stage } = cast;
    const { anonymous: nobody } = stage.tocsin;
    await cast.floodToLimit();
    await cast.sendThread('First', 1_100);
    await cast.sendThread('Second', 1_000);
    await stage.advance('PT2M');
    const [first] = await cast.listStormGroups();
    const path = linkPathOf(cast, first!.id);
    const readPage = async (): Promise<PageShown> => (await nobody.request<PageShown>('GET', path)).body;
    const press = async (act: string): Promise<number> => (await nobody.request('POST', path, { act })).status;
    expect(await readPage()).toMatchObject({ number: first!.number, status: 'firing', answered: false });

    await cast.resolveThread('First');
    const [, second] = await cast.listStormGroups();
    expect(await readPage()).toMatchObject({ groupId: second!.id, number: second!.number, status: 'firing', answered: false });
    expect(await press('answer')).toBe(202);
    expect(await readPage()).toMatchObject({ status: 'firing', answered: true });
    // pressed twice
    expect(await press('answer')).toBe(202);

    expect(await press('acknowledge')).toBe(202);
    expect(await readPage()).toMatchObject({
      number: second!.number,
      status: 'acknowledged',
      holderName: 'Ana',
      undoUntil: expect.any(String),
    });
    expect(await cast.listStormGroups()).toMatchObject([{ status: 'resolved' }, { status: 'acknowledged' }]);
    expect(await press('undo')).toBe(202);
    expect(await readPage()).toMatchObject({ number: second!.number, status: 'firing' });
  },
  'and says that it is resolved when the last one is': async (cast) => {
    const { anonymous: nobody } = cast.stage.tocsin;
    const [first] = await cast.listStormGroups();
    const path = linkPathOf(cast, first!.id);
    await cast.resolveThread('Second');
    expect((await nobody.request<PageShown>('GET', path)).body).toMatchObject({ status: 'resolved' });
    expect(await nobody.request('POST', path, { act: 'acknowledge' })).toMatchObject({
      status: 409,
      body: { code: 'alert_group.already_resolved' },
    });
  },
};
