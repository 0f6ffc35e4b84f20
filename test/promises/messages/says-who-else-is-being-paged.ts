import type { Promises } from './messages.js';

export const saysWhoElseIsBeingPaged: Promises = {
  'a page names the others whom the same step pages, and never its reader': async ({ stage, bo }) => {
    expect(stage.ana.phone.pages.at(-1)!.othersPaged).toEqual(['Bo']);
    expect(bo.phone.pages.at(-1)!.othersPaged).toEqual(['Ana']);
  },

  'nobody who has answered is named': async ({ stage, bo }) => {
    await bo.api.run('AcknowledgeAlertGroup', { groupId: (await stage.getGroup()).id });
    await stage.advance('PT31M');
    const lastPage = bo.phone.pages.at(-1)!;
    expect(lastPage.cause.kind).toBe('holder_first');
    expect(lastPage.othersPaged).toEqual([]);
  },
};
