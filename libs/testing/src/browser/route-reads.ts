import type { Page, Route } from 'playwright-core';

const viewOf = (read: string): string => read.split(/[/?]/)[0]!;

/**
 * Routes a page’s reads of a view or several, and of their rows, to `handle`. In a request for several reads they are answered as too large, so that the page
 * asks for each of them alone; all other reads go to the server.
 */
export async function routeReads(page: Page, views: string | readonly string[], handle: (route: Route) => unknown): Promise<void> {
  await page.route('**/api/views**', async (route) => {
    const { pathname, searchParams } = new URL(route.request().url());
    const isWanted = (read: string): boolean => [views].flat().includes(viewOf(read));
    const [, alone] = pathname.split('/api/views/');
    if (alone !== undefined) return isWanted(alone) ? void handle(route) : route.fallback();
    const reads = searchParams.getAll('read');
    if (!reads.some(isWanted)) return route.fallback();
    // the page may have gone on meanwhile
    const response = await route.fetch().catch(() => undefined);
    if (!response) return undefined;
    const answers = (await response.json()) as readonly unknown[];
    return route.fulfill({ response, json: answers.map((answer, n) => (isWanted(reads[n]!) ? null : answer)) }).catch(() => undefined);
  });
}
