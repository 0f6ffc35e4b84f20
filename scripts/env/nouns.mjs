import { readdirSync, readFileSync } from 'node:fs';
import { inRoot } from './root.mjs';

const domain = inRoot('libs', 'domain', 'src');

/** The nouns of the domain, by their folders, each with the names that its `noun.ts` gives away. */
export const nouns = () =>
  ['setup', 'operation', 'observers']
    .flatMap((layer) => readdirSync(`${domain}/${layer}`).map((name) => `${layer}/${name}`))
    .flatMap((folder) => {
      const code = textOf(folder, 'noun.ts');
      return code === null ? [] : [{ folder, parts: exportsOf(code) }];
    });

/** The names of the views that decisions read of a noun, as its `memory.ts` gives them away. */
export const memoryOf = (folder) => [...(textOf(folder, 'memory.ts') ?? '').matchAll(/\bas (\w+)(?=,| \})/g)].map(([, name]) => name);

const exportsOf = (code) =>
  [...code.matchAll(/^export (?:const (\w+)|\* as (\w+)|\{ (\w+) \})/gm)].map(([, ...names]) => names.find(Boolean));

function textOf(...path) {
  try {
    return readFileSync(inRoot('libs', 'domain', 'src', ...path), 'utf8');
  } catch {
    return null;
  }
}
