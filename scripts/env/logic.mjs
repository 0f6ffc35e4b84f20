import { createHash } from 'node:crypto';
import { rolldown } from 'rolldown';
import { inRoot } from './root.mjs';

/** What decides: everything that it imports is part of it. Packages are not: their versions are those of the lock file. */
const entry = inRoot('libs/domain/src/rules.ts');

/**
 * The version of the rules, as it stands in the meta of what they decide: a hash of their import closure, compiled to one file and minified. Another
 * name of a local, another layout or comment is the same; another number, field or step is not. `instead`: contents of files, by path, to try it with.
 */
export async function logicOf(instead = new Map()) {
  const bundle = await rolldown({
    input: entry,
    cwd: inRoot(),
    platform: 'neutral',
    external: (id) => !/^[./]|^@tocsin\//.test(id),
    resolve: { tsconfigFilename: inRoot('tsconfig.json') },
    // schemas and sentences that no rule looks at decide nothing
    treeshake: { moduleSideEffects: false, manualPureFunctions: ['z', 'event', 'command', 'personal', 'written'] },
    plugins: [{ name: 'instead', load: (id) => instead.get(id) }],
    onLog: (level, { message }) => {
      if (level === 'warn') throw new Error(message);
    },
  });
  try {
    const { output } = await bundle.generate({ format: 'esm', minify: true, comments: false });
    return createHash('sha256').update(output[0].code).digest('hex').slice(0, 16);
  } finally {
    await bundle.close();
  }
}
