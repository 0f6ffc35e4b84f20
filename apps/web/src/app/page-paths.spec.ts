import { readFileSync } from 'node:fs';
import { isPagePath, pagePaths } from '@tocsin/contracts/page-paths.js';

/** Routes of the app, and the page of a page, which is shown without it (`main.ts`). */
const routes = (): readonly string[] => {
  const [, byTo] = /interface FileRoutesByTo \{(.*?)\n\}/s.exec(readFileSync('apps/web/src/routeTree.gen.ts', 'utf8'))!;
  return [...[...byTo!.matchAll(/'([^']+)': typeof/g)].map(([, path]) => path!), '/p/$secret'].toSorted();
};

describe('the addresses of pages', () => {
  it('are those of the app’s routes', () => expect([...pagePaths].toSorted()).toEqual(routes()));

  it.each(['/', '/alerts', '/alerts/', '/Alerts/12', '/invite/a.b-c_d', '/settings/sign-in'])('include %s', (path) =>
    expect(isPagePath(path)).toBe(true),
  );

  it.each(['//', '/apii/status', '/api', '/alerts/1/2', '//alerts', '/p/', '/index.html', '/alerts?x'])('leave out %s', (path) =>
    expect(isPagePath(path)).toBe(false),
  );
});
