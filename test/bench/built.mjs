import { resolve } from 'node:path';

/** A module of ours as it was built, by its path from the root: `libs/kernel/src/ids.js`. A name that it does not export is an error. */
export const built = async (file) => {
  const exported = await import(resolve('dist/modules', file));
  return new Proxy(exported, {
    get: (module, name) => {
      // it is asked for when a promise answers the module
      if (name === 'then') return undefined;
      if (name in module) return module[name];
      throw new Error(`${file} exports no ${String(name)}`);
    },
  });
};
