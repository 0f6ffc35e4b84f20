import { resolve } from 'node:path';

/** A built module, by its path from the root: `libs/kernel/src/ids.js`. Reading a name that it does not export throws. */
export const importBuilt = async (file) => {
  const importedModule = await import(resolve('dist/modules', file));
  return new Proxy(importedModule, {
    get: (module, name) => {
      // read when a promise resolves with the module
      if (name === 'then') return undefined;
      if (name in module) return module[name];
      throw new Error(`${file} exports no ${String(name)}`);
    },
  });
};
