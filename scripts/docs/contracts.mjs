// Loads the contracts as they stand in the source. Node strips the types; all that is missing is that `./x.js` means `./x.ts` there.
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { inRoot } from '../env/root.mjs';

const folder = pathToFileURL(inRoot('libs', 'contracts', 'src')).href;

/** Every export of these files of libs/contracts/src, together. */
export async function loadContracts(names) {
  registerHooks({
    resolve: (specifier, context, next) =>
      next(context.parentURL?.startsWith(folder) && /^\.\.?\//.test(specifier) ? specifier.replace(/\.js$/, '.ts') : specifier, context),
  });
  const modules = await Promise.all(names.map((name) => import(`${folder}/${name}.ts`)));
  return Object.assign({}, ...modules);
}
