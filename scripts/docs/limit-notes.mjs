import { readFileSync } from 'node:fs';
import { inRoot } from '../env/root.mjs';

const files = ['limits', 'screen-limits', 'first-screen-limits'];
/** Objects of limits whose constants have their name in front; the others are `limits` itself. */
const prefixes = { stormLimits: 'storm', bundleLimits: 'bundle' };

/** The comment of each constant, by its name in the reference: loading a module drops comments. */
export function limitNotes() {
  return Object.fromEntries(files.flatMap((file) => notesIn(readFileSync(inRoot('libs', 'contracts', 'src', `${file}.ts`), 'utf8'))));
}

function notesIn(text) {
  let prefix = '';
  return [...text.matchAll(/\/\*\*((?:(?!\*\/)[^])*)\*\/\s*(export const )?(\w+)|export const (\w+)/g)].map(
    ([, comment = '', isObject, name, bare]) => {
      const object = bare ?? (isObject && name);
      if (object) prefix = prefixes[object] ?? '';
      const key = object ? prefix : [prefix, name].filter(Boolean).join('.');
      return [key, comment.replaceAll(/\s*\n\s*\*? ?/g, ' ').trim()];
    },
  );
}
