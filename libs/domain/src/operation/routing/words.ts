import type { SignalAlert } from '@tocsin/contracts/routing/signals.js';

/** FNV-1a over the characters of a text: of 32 bits, and quick, because it is computed for every alert of every message. */
const addText = (hash: number, text: string): number => {
  let sum = hash;
  for (let n = 0; n < text.length; n += 1) sum = Math.imul(sum ^ text.charCodeAt(n), 0x01000193);
  // between two texts, so that words that move from one to the other count
  return Math.imul(sum ^ 0xffff, 0x01000193);
};

/** A number of the words that people read of an alert, and that conditions match: another one means that its sender says something else. */
export const wordsOf = ({ name, summary, details, links, labels }: SignalAlert): number => {
  let sum = addText(addText(addText(0x811c9dc5 | 0, name), summary), details ?? '');
  for (const { kind, href, text } of links) sum = addText(addText(addText(sum, kind), href), text);
  for (const label of Object.keys(labels).toSorted()) sum = addText(addText(sum, label), labels[label]!);
  return sum >>> 0;
};
