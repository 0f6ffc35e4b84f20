import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { rolldown } from 'rolldown';
import { inRoot } from './root.mjs';

/** A package with its version: another one may decide otherwise. */
const versionOf = (id) => {
  if (id.startsWith('node:')) return id;
  const name = id.split('/', id.startsWith('@') ? 2 : 1).join('/');
  return `${name}@${JSON.parse(readFileSync(inRoot('node_modules', name, 'package.json'), 'utf8')).version}`;
};

const entry = inRoot('libs', 'domain', 'src', 'entry-of-closure.ts');

/**
 * A hash of everything that this module of the domain’s folder would import, compiled to one file and minified: what it means, not how it is
 * written. Another name of a local, another layout or comment is the same. Of packages, name and version are part of it. `substitutes`: contents of files, by path, to try it with.
 */
export async function hashOfClosure(code, substitutes = new Map()) {
  const contents = new Map([...substitutes, [entry, code]]);
  const bundle = await rolldown({
    input: entry,
    cwd: inRoot(),
    platform: 'neutral',
    external: (id) => !/^[./]|^@tocsin\//.test(id),
    resolve: { tsconfigFilename: inRoot('tsconfig.json') },
    // schemas and sentences that nothing of it looks at make no difference
    treeshake: { moduleSideEffects: false, manualPureFunctions: ['z', 'event', 'command', 'merge', 'personal', 'writtenField'] },
    plugins: [{ name: 'instead', resolveId: (id) => (id === entry ? id : null), load: (id) => contents.get(id) }],
    onLog: (level, { code, message }) => {
      // how long a plugin took, which a busy machine decides
      if (level === 'warn' && code !== 'PLUGIN_TIMINGS') throw new Error(message);
    },
  });
  try {
    const { output } = await bundle.generate({ format: 'esm', minify: true, comments: false });
    const { code, imports } = output[0];
    return createHash('sha256')
      .update(code)
      .update(JSON.stringify(imports.toSorted().map(versionOf)))
      .digest('hex')
      .slice(0, 16);
  } finally {
    await bundle.close();
  }
}
