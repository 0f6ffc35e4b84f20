import { dirname, join } from 'node:path';

/** Addresses of links and pictures in a document. */
export function targetsOf(text) {
  return [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"/g)].map(([, link, picture]) => link ?? picture);
}

/** Which of these files no document shows or links; a document is its path and its text. */
export function unshown(files, documents) {
  const shown = new Set(documents.flatMap(([path, text]) => targetsOf(text).map((target) => join(dirname(path), target))));
  return files.filter((file) => !shown.has(file));
}

/** What is missing in the text of a decision: what was rejected. */
export function formFaults(page, text) {
  return /^\*\*Rejected\b/m.test(text) ? [] : [`${page}: has no paragraph that begins with “**Rejected”`];
}
