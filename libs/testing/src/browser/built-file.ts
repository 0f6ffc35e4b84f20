import { readFileSync } from 'node:fs';

/** The name of the app’s built file that contains this source; `of`: a part of the source’s path. */
export const builtFile = (of: string): string => {
  const manifest = JSON.parse(readFileSync('dist/web/.vite/manifest.json', 'utf8')) as Record<string, { file: string }>;
  return Object.entries(manifest).find(([source]) => source.includes(of))![1].file;
};
