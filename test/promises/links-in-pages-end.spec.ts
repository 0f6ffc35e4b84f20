import { story } from '@tocsin/testing/stage/story.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
beforeAll(async () => void (stage = await Stage.begin()));
afterAll(() => stage.close());

const apiPathOf = (index: number): string => new URL(stage.ana.phone.pages[index]!.link).pathname.replace('/p/', '/api/pages/');
const requestStatus = async (index: number): Promise<number> => (await stage.tocsin.anonymous.request('GET', apiPathOf(index))).status;
const press = async (index: number) => stage.tocsin.anonymous.request<{ code: string }>('POST', apiPathOf(index), { act: 'acknowledge' });

story('the link in a page', (chapter) => {
  chapter('still opens after the alert is resolved, and says that it is over', async () => {
    await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
    expect(await requestStatus(0)).toBe(200);
    await stage.alertmanager('resolved', [{ name: 'DiskFull' }]);
    expect(await press(0)).toMatchObject({ status: 409, body: { code: 'alert_group.already_resolved' } });
  });

  chapter('does not open the next opening of the same alert group', async () => {
    await stage.advance('PT1M');
    await stage.alertmanager('firing', [{ name: 'DiskFull', startsAt: '2026-01-01T05:00:00Z' }]);
    expect(await stage.getGroup()).toMatchObject({ opening: 2, status: 'firing' });
    expect(await press(0)).toMatchObject({ status: 409, body: { code: 'page_link.expired' } });
    expect(await stage.getGroup()).toMatchObject({ status: 'firing' });
    await stage.alertmanager('resolved', [{ name: 'DiskFull' }]);
  });

  chapter('ends after 24 hours', async () => {
    await stage.generic({ summary: 'Nothing urgent', key: 'low', severity: 'info' });
    const last = stage.ana.phone.pages.length - 1;
    await stage.advance('PT23H59M59S');
    expect(await requestStatus(last)).toBe(200);
    await stage.advance('PT2S');
    expect(await requestStatus(last)).toBe(409);
    expect(await press(last)).toMatchObject({ status: 409, body: { code: 'page_link.expired' } });
  });

  chapter('ends when its person is disabled, and works no more when they are enabled again; a page after that does', async () => {
    const bo = await stage.addPerson('Bo');
    await stage.setPolicy([{ page: [bo] }]);
    await stage.generic({ summary: 'Bo is paged', key: 'bo' });
    const linkPathOf = (n: number): string => new URL(bo.phone.pages.at(n)!.link).pathname.replace('/p/', '/api/pages/');
    const oldLink = linkPathOf(-1);
    const requestPage = async (apiPathOf: string): Promise<readonly (number | string)[]> => {
      const { status, body } = await stage.tocsin.anonymous.request<{ code: string }>('POST', apiPathOf, { act: 'acknowledge' });
      return status === 202 ? [status] : [status, body.code];
    };
    await stage.ana.api.run('DisablePerson', { personId: bo.personId, leaveGaps: true });
    await stage.advance('PT1M');
    expect(await requestPage(oldLink)).toEqual([409, 'page_link.expired']);
    await stage.ana.api.run('EnablePerson', { personId: bo.personId });
    await stage.settle();
    expect(await requestPage(oldLink)).toEqual([409, 'page_link.expired']);
    await stage.restart();
    expect(await requestPage(oldLink)).toEqual([409, 'page_link.expired']);
    await stage.setPolicy([{ page: [bo] }]);
    await stage.generic({ summary: 'Bo is paged anew', key: 'bo again' });
    expect(await requestPage(linkPathOf(-1))).toEqual([202]);
  });
});
