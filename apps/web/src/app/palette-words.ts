import type { Step } from '@tocsin/contracts/policies/noun.js';
import type { Names } from '../data/words/names.js';
import { oneOfWords, targetWords } from '../features/policies/shared/target-words.js';
import { minutesInWords } from '../data/time/times.js';
import type { KeyAct } from '../ui/use-keyboard.js';

/** Navigation keys are left out of the palette. */
const movesOnly = new Set(['j', 'k', 'Escape', '?', '/']);
export const onScreen = ({ key }: KeyAct): boolean => !movesOnly.has(key) && !key.startsWith('g ');

/** People paged by the first three steps of a policy: `Ana, after 5 min Bo and Cleo`. */
export function courseInWords(steps: readonly Step[], names: Names): string {
  let after = 0;
  const rungs = steps.slice(0, 3).map(({ targets, waitMinutes, oneInTurn }) => {
    const who = oneOfWords({ oneInTurn }, targets.map((target) => targetWords(target, names)).join(' and ') || 'no one');
    const stepText = after === 0 ? who : `after ${minutesInWords(after)} ${who}`;
    after += waitMinutes;
    return stepText;
  });
  return steps.length === 0 ? 'no one' : rungs.join(', ');
}

const wordsOf = (text: string): readonly string[] => text.toLowerCase().split(/\s+/).filter(Boolean);

/** Whether each typed word is the prefix of a word of the line: “page bo” matches Bo, but not “page someBOdy”, which would rank higher. */
export function isFoundBy(line: string, typed: string): boolean {
  const words = wordsOf(line).flatMap((word) => [word, ...word.split(/[^\p{L}\p{N}]+/u)]);
  return wordsOf(typed).every((term) => words.some((word) => word.startsWith(term)));
}
