import { QueryClient } from '@tanstack/react-query';
import { isPagePath, pagePaths } from '@tocsin/contracts/page-paths.js';
import { createAppRouter } from './router.js';

/** Routes of the app, and the page of a page, which is shown without it (`main.ts`). */
const routes = (): readonly string[] => [...Object.keys(createAppRouter(new QueryClient()).routesByPath), '/p/$secret'].toSorted();

describe('the addresses of pages', () => {
  it('are those of the app’s routes', () => expect([...pagePaths].toSorted()).toEqual(routes()));

  it.each(['/', '/alerts', '/alerts/', '/Alerts/12', '/invite/a.b-c_d', '/settings/sign-in'])('include %s', (path) =>
    expect(isPagePath(path)).toBe(true),
  );

  it.each(['//', '/apii/status', '/api', '/alerts/1/2', '//alerts', '/p/', '/index.html', '/alerts?x'])('leave out %s', (path) =>
    expect(isPagePath(path)).toBe(false),
  );
});
