import { createRequire } from 'node:module';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** From package.json, independent of the location of the built program. */
export const version: string = (() => {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return (createRequire(import.meta.url)(join(folder, 'package.json')) as { version: string }).version;
})();
