import { existsSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transformSync } from '@swc/core';

// For `node --import`: runs test code, which is not built, in the same way as jest: TypeScript as CommonJS.
const swc = {
  swcrc: false,
  // names the exports, so that modules can import them
  module: { type: 'commonjs', exportInteropAnnotation: true },
  jsc: { target: 'es2023', parser: { syntax: 'typescript', decorators: true }, transform: { useDefineForClassFields: false } },
};

/** Behind the name of a source, so that Node does not take it for what package.json says it is. */
const asCommonJs = '.cjs';

/** The source file of a `.js` name, if there is one. */
const sourceOf = (specifier, parent) => {
  const library = /^@tocsin\/([^/]+)\/(.*)\.js$/.exec(specifier);
  if (library) return resolve('libs', library[1], 'src', `${library[2]}.ts`);
  if (!specifier.startsWith('.') || !(specifier.endsWith('.ts') || parent?.endsWith(`.ts${asCommonJs}`))) return undefined;
  const file = fileURLToPath(new URL(specifier.replace(/\.js$/, '.ts'), parent));
  return existsSync(file) ? file : undefined;
};

registerHooks({
  resolve: (specifier, context, next) => {
    const file = sourceOf(specifier, context.parentURL);
    return file ? { url: `${pathToFileURL(file).href}${asCommonJs}`, format: 'commonjs', shortCircuit: true } : next(specifier, context);
  },
  load: (url, context, next) => {
    if (!url.endsWith(`.ts${asCommonJs}`)) return next(url, context);
    const filename = fileURLToPath(url.slice(0, -asCommonJs.length));
    return { format: 'commonjs', source: transformSync(readFileSync(filename, 'utf8'), { ...swc, filename }).code, shortCircuit: true };
  },
});
