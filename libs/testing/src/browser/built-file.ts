import { readFileSync } from 'node:fs';

/** The name of the app’s built file that contains this source; `of`: a part of the source’s path. */
export const builtFile = (of: string): string => {
  const manifest = JSON.parse(readFileSync('dist/web/.vite/manifest.json', 'utf8')) as Record<string, { file: string }>;
  return Object.entries(manifest).find(([source]) => source.includes(of))![1].file;
};

/** Files that the shell and the controls load later, by path in `dist/web`. */
export const filesOfParts = (): readonly string[] => {
  const manifest = JSON.parse(readFileSync('dist/web/.vite/manifest.json', 'utf8')) as Record<
    string,
    { file: string; isDynamicEntry?: boolean }
  >;
  return Object.entries(manifest).flatMap(([source, { file, isDynamicEntry }]) =>
    isDynamicEntry && /^src\/(app|ui)\/(?!start)/.test(source) ? [file] : [],
  );
};
