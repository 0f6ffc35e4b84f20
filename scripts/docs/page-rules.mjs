import { dirname, join } from 'node:path';

/** Roughly one printed page. */
const wordsOfDecision = 800;

/** Addresses of links and pictures in a document. */
export function targetsOf(text) {
  return [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"/g)].map(([, link, picture]) => link ?? picture);
}

/** Which of these files no document shows or links; a document is its path and its text. */
export function unshown(files, documents) {
  const shown = new Set(documents.flatMap(([path, text]) => targetsOf(text).map((target) => join(dirname(path), target))));
  return files.filter((file) => !shown.has(file));
}

/** What is missing in the text of a decision: its date, what was rejected; or that it is too long. */
export function formFaults(page, text) {
  const words = text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  return [
    ...(/^_(?:In force since|Replaced by) .+_$/m.test(text) ? [] : [`${page}: has no line “_In force since <date>._”`]),
    ...(/^\*\*Rejected\b/m.test(text) ? [] : [`${page}: has no paragraph that begins with “**Rejected”`]),
    ...(words <= wordsOfDecision ? [] : [`${page}: has ${words} words, more than the ${wordsOfDecision} of a page`]),
  ];
}
