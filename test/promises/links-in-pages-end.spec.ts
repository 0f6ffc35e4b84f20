import { story } from '@tocsin/testing/stage/story.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
beforeAll(async () => void (stage = await Stage.begin()));
afterAll(() => stage.close());

const path = (index: number): string => new URL(stage.ana.phone.pages[index]!.link).pathname.replace('/p/', '/api/pages/');
const look = async (index: number): Promise<number> => (await stage.tocsin.anonymous.request('GET', path(index))).status;
const press = async (index: number) => stage.tocsin.anonymous.request<{ code: string }>('POST', path(index), { act: 'acknowledge' });

story('the link in a page', (chapter) => {
  chapter('still opens after the alert is resolved, and says that it is over', async () => {
    await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
    expect(await look(0)).toBe(200);
    await stage.alertmanager('resolved', [{ name: 'DiskFull' }]);
    expect(await press(0)).toMatchObject({ status: 409, body: { code: 'alert_group.already_resolved' } });
  });

  chapter('does not open the next opening of the same alert group', async () => {
    await stage.advance('PT1M');
    await stage.alertmanager('firing', [{ name: 'DiskFull', startsAt: '2026-01-01T05:00:00Z' }]);
    expect(await stage.group()).toMatchObject({ opening: 2, status: 'firing' });
    expect(await press(0)).toMatchObject({ status: 409, body: { code: 'page_link.expired' } });
    expect(await stage.group()).toMatchObject({ status: 'firing' });
    await stage.alertmanager('resolved', [{ name: 'DiskFull' }]);
  });

  chapter('ends after 24 hours', async () => {
    await stage.generic({ summary: 'Nothing urgent', key: 'low', severity: 'info' });
    const last = stage.ana.phone.pages.length - 1;
    await stage.advance('PT23H59M59S');
    expect(await look(last)).toBe(200);
    await stage.advance('PT2S');
    expect(await look(last)).toBe(409);
    expect(await press(last)).toMatchObject({ status: 409, body: { code: 'page_link.expired' } });
  });

  chapter('ends when its person is disabled, and works no more when they are enabled again; a page after that does', async () => {
    const bo = await stage.person('Bo');
    await stage.policy([{ page: [bo] }]);
    await stage.generic({ summary: 'Bo is paged', key: 'bo' });
    const link = (n: number): string => new URL(bo.phone.pages.at(n)!.link).pathname.replace('/p/', '/api/pages/');
    const old = link(-1);
    const asked = async (path: string): Promise<readonly (number | string)[]> => {
      const { status, body } = await stage.tocsin.anonymous.request<{ code: string }>('POST', path, { act: 'acknowledge' });
      return status === 202 ? [status] : [status, body.code];
    };
    await stage.ana.api.run('DisablePerson', { personId: bo.personId, leaveGaps: true });
    await stage.advance('PT1M');
    expect(await asked(old)).toEqual([409, 'page_link.expired']);
    await stage.ana.api.run('EnablePerson', { personId: bo.personId });
    await stage.settle();
    expect(await asked(old)).toEqual([409, 'page_link.expired']);
    await stage.restart();
    expect(await asked(old)).toEqual([409, 'page_link.expired']);
    await stage.policy([{ page: [bo] }]);
    await stage.generic({ summary: 'Bo is paged anew', key: 'bo again' });
    expect(await asked(link(-1))).toEqual([202]);
  });
});
