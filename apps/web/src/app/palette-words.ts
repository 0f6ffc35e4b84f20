import type { Step } from '@tocsin/contracts/policies.js';
import type { Names } from '../data/words/names.js';
import { oneOfWords, targetWords } from '../data/words/target-words.js';
import { minutesInWords } from '../data/time/times.js';
import type { KeyAct } from '../ui/use-keyboard.js';

/** Keys that move within a screen say nothing in a list of acts; what goes elsewhere stands there in words already. */
const movesOnly = new Set(['j', 'k', 'Escape', '?', '/']);
export const onScreen = ({ key }: KeyAct): boolean => !movesOnly.has(key) && !key.startsWith('g ');

/** `Ana, after 5 min Bo and Cleo`: whom a policy pages, the first three steps. */
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

/** Whether each typed word begins a word of the line: “page bo” is Bo, and not “page someBOdy”, which stands above and would be marked. */
export function isFoundBy(line: string, typed: string): boolean {
  const words = wordsOf(line).flatMap((word) => [word, ...word.split(/[^\p{L}\p{N}]+/u)]);
  return wordsOf(typed).every((term) => words.some((word) => word.startsWith(term)));
}
