import { globSync, readFileSync } from 'node:fs';
import { inRoot } from '../env/root.mjs';
import { loadSources } from './sources.mjs';

const files = globSync('libs/contracts/src/**/limits.ts', { cwd: inRoot() }).toSorted();
const { limits, ...ofNouns } = await loadSources(files.map((file) => file.replace(/\.ts$/, '')));

/** Every constant by its name. */
export const limitsOfAll = { ...limits, ...ofNouns };

/** The comment of each constant, by its name in the reference: loading a module drops comments. */
export const limitNotes = () => Object.fromEntries(files.flatMap((file) => notesIn(readFileSync(inRoot(file), 'utf8'))));

function notesIn(text) {
  let object = '';
  return [...text.matchAll(/(?:\/\*\*((?:(?!\*\/)[^])*)\*\/\s*)?(?:export const (\w+) = (\{?)|^ {2}(\w+): )/gm)].map(
    ([, comment = '', constant, isObject, name]) => {
      if (constant) object = isObject ? constant : '';
      const key = constant ?? (object === 'limits' ? name : `${object}.${name}`);
      return [key, comment.replaceAll(/\s*\n\s*\*? ?/g, ' ').trim()];
    },
  );
}
