// Loads the modules that the reference is generated from, directly from source. Node strips the types; this resolves `./x.js` to `./x.ts`, and the
// libraries.
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { inRoot } from '../env/root.mjs';

const root = `${pathToFileURL(inRoot('.')).href}/`;
const ownFolders = [`${root}libs/`, `${root}apps/`];

const asSource = (specifier) =>
  specifier.replace(/^@tocsin\/(\w+)\//, (_, library) => `${root}libs/${library}/src/`).replace(/\.js$/, '.ts');

/** Every export of these files, together; a path from the root of the project, without `.ts`. */
export async function loadSources(names) {
  registerHooks({
    resolve: (specifier, context, next) =>
      next(
        ownFolders.some((folder) => context.parentURL?.startsWith(folder)) && /^(?:\.\.?|@tocsin)\//.test(specifier)
          ? asSource(specifier)
          : specifier,
        context,
      ),
  });
  const modules = await Promise.all(names.map((name) => import(`${root}${name}.ts`)));
  return Object.assign({}, ...modules);
}
