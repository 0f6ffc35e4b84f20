import type { BundleShown } from '@tocsin/contracts/alert-groups/page-link.js';
import type { Message, Promises } from './cast.js';

const linkPathOf = ({ link }: Message): string => `/api/pages/${new URL(link).pathname.split('/').at(-1)!}`;

export const acknowledgeAllTakesWhatTheBundleNames: Promises = {
  'by its link, without a session, and nothing else': async (cast) => {
    const { stage, bo } = cast;
    await cast.openGroups(4);
    await stage.advance('PT1M');
    await cast.openGroups(1);
    const lastMessage = cast.listMessages().at(-1)!;
    const path = linkPathOf(lastMessage);
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

  'which can be undone for ten seconds, and no later': async (cast) => {
    const { stage, bo } = cast;
    const path = linkPathOf(cast.listMessages().findLast(({ type }) => type === 'bundle')!);
    const { anonymous: nobody } = stage.tocsin;
    const press = async (act: string): Promise<readonly [number, string | undefined]> => {
      const { status, body } = await nobody.request<{ code?: string }>('POST', path, { act });
      return [status, body.code];
    };
    expect(await press('undo')).toEqual([202, undefined]);
    // pressed twice, it counts once
    expect(await press('undo')).toEqual([202, undefined]);
    expect((await nobody.request<BundleShown>('GET', path)).body).toMatchObject({ count: 3, open: 3, undoUntil: null });
    expect(await press('acknowledge')).toEqual([202, undefined]);
    await stage.advance('PT11S');
    expect(await press('undo')).toEqual([409, 'page_link.undo_over']);
    expect((await nobody.request<BundleShown>('GET', path)).body).toMatchObject({ count: 3, open: 0 });
    for (const group of await stage.listGroups())
      if (group.status === 'acknowledged') await bo.api.run('ResolveAlertGroup', { groupId: group.id });
    expect(await press('undo')).toEqual([409, 'alert_group.already_resolved']);
  },
};
