import { appPaths } from './page-paths.gen.js';

/** The addresses of the app’s pages, and the page of a page, which is shown without it; `$name` stands for one segment. */
export const pagePaths: readonly string[] = [...appPaths, '/p/$secret'];

const patterns = pagePaths.map((path) => new RegExp(`^${path.replaceAll(/\$\w+/g, '[^/]+').replace(/\/$/, '')}/?$`, 'i'));

/** The server answers other addresses with 404. The path must have no query. */
export const isPagePath = (path: string): boolean => patterns.some((pattern) => pattern.test(path));
