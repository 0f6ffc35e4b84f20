import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import type { ViewName } from '@tocsin/contracts/catalogue.js';
import type { ReportAnswer, ResponseFigures } from '@tocsin/contracts/reports/reports.js';
import { Stage } from '@tocsin/testing/stage/stage.js';
import { story } from '@tocsin/testing/stage/story.js';

interface Listed {
  readonly rows: readonly { readonly id: string; readonly row: AlertGroupRow }[];
}

story('an alert group that was resolved long ago', (chapter) => {
  let stage: Stage;
  let old = '';
  let instant = '';
  let until = '';
  const list = async (query = ''): Promise<Listed['rows']> =>
    (await stage.ana.api.request<Listed>('GET', `/api/views/alertGroups?sort=number${query}`)).body.rows;
  const numbers = async (query = ''): Promise<readonly number[]> => (await list(query)).map(({ row }) => row.number);
  const rowOf = async (view: ViewName, query = '') =>
    (await stage.ana.api.request<{ readonly row: unknown }>('GET', `/api/views/${view}/${old}${query}`)).body.row;
  /** The days around the old group’s life; without the new one. */
  const report = async () => {
    const { status, body } = await stage.ana.api.request<ReportAnswer>('GET', `/api/reports/response?from=${instant}&to=${until}`);
    expect(status).toBe(200);
    return body.figures as ResponseFigures;
  };
  let before: readonly unknown[] = [];

  beforeAll(async () => {
    stage = await Stage.begin();
    await stage.generic({ summary: 'The lighthouse is dark', key: 'old' });
    await stage.settle();
    old = (await stage.getGroup(1)).id;
    instant = (await stage.getGroup(1)).openedAt;
    until = await stage.tocsin.advance('PT1M');
    await stage.ana.api.run('AcknowledgeAlertGroup', { groupId: old });
    await stage.ana.api.run('ResolveAlertGroup', { groupId: old });
    await stage.tocsin.advance('P42D');
    await stage.ana.signInAgain('Ana');
    await stage.generic({ summary: 'Something of today', key: 'new' });
    await stage.ana.api.run('AcknowledgeAlertGroup', { groupId: (await stage.getGroup(2)).id });
    await stage.settle();
    before = [await rowOf('alertGroups'), await rowOf('alerts'), await rowOf('ladders'), await report()];
    expect(before[3]).toMatchObject({ openings: 1, groups: 1, resolvedBy: { person: 1 }, longest: [{ groupId: old, number: 1 }] });
  });
  afterAll(() => stage.detach());

  chapter('stays in the lists until an admin says for how many days, and some hours longer', async () => {
    expect(await numbers()).toEqual([1, 2]);
    await stage.ana.api.run('ChangeListedDays', { days: 3 });
    await stage.tocsin.advance('PT1H');
    expect(await numbers()).toEqual([1, 2]);
  });

  chapter('leaves them then, with what searches find; what is new stays', async () => {
    await stage.tocsin.advance('PT24H');
    await stage.settle();
    const { body } = await stage.ana.api.request<{ readonly row: { readonly listedSince?: string } }>(
      'GET',
      '/api/views/organisation/organisation',
    );
    expect(body.row.listedSince).toMatch(/^\d{4}-\d\d$/);
    expect(await numbers()).toEqual([2]);
    expect(await numbers('&q=lighthouse')).toEqual([]);
    expect(await numbers(`&at=${instant}`)).toEqual([]);
  });

  chapter('is found by its number and its id, as it was; the history and reports have it', async () => {
    expect(await list('&where.number=1')).toMatchObject([{ id: old, row: { number: 1, status: 'resolved' } }]);
    expect(await list(`&where.number=1&at=${instant}`)).toMatchObject([{ id: old, row: { status: 'firing' } }]);
    expect(await list('&where.number=1&at=2020-01-01T00:00:00.000Z')).toEqual([]);
    expect([await rowOf('alertGroups'), await rowOf('alerts'), await rowOf('ladders'), await report()]).toEqual(before);
    expect(await rowOf('alertGroups', `?at=${instant}`)).toMatchObject({ number: 1, status: 'firing' });
    const found = await stage.ana.api.request<{ readonly events: readonly unknown[] }>('GET', '/api/events?q=lighthouse');
    expect(found.body.events).not.toEqual([]);
  });

  chapter('is still named by its messages, and by reports that ask for many at once', async () => {
    const { body } = await stage.ana.api.request<{ readonly messages: readonly { readonly number: number }[] }>(
      'GET',
      `/api/messages?to=${until}`,
    );
    expect(body.messages.map(({ number }) => number)).toEqual([1]);
    expect(await list(`&where.id=${old}&where.id=${stage.ana.personId}`)).toMatchObject([{ row: { number: 1 } }]);
  });

  chapter('is not said to be all that there was, where somebody asks why they were paged then', async () => {
    const then = `/api/why?person=${stage.ana.personId}&at=${until}`;
    expect((await stage.ana.api.request('GET', then)).body).toMatchObject({ more: true });
    expect((await stage.ana.api.request('GET', `${then}&group=${old}`)).body).toMatchObject({
      groups: [{ verdict: 'paged' }],
      more: false,
    });
  });

  chapter('stays away after a restart', async () => {
    await stage.restart();
    await stage.settle();
    expect(await numbers()).toEqual([2]);
  });

  chapter('comes back whole with the first thing that happens to it', async () => {
    await stage.ana.api.run('AddNote', { groupId: old, text: 'It was the fuse' });
    await stage.settle();
    expect(await list()).toMatchObject([{ row: { number: 1, status: 'resolved', notes: 1 } }, { row: { number: 2 } }]);
    expect(await numbers('&q=lighthouse')).toEqual([1]);
    expect([await rowOf('alerts'), await rowOf('ladders')]).toEqual(before.slice(1, 3));
  });
});
