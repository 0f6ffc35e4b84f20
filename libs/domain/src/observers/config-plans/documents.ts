import type { ConfigDocument, DocumentKind, DocumentOf } from '@tocsin/contracts/config-files/format.js';
import type { FileError, FileErrorCode, FilePlace } from '@tocsin/contracts/config-files/plan.js';

/** A document with its place: `placeOf` finds that of a value in it, as `steps[1].targets[0]`. */
export interface PlacedDocument<D extends ConfigDocument = ConfigDocument> {
  readonly document: D;
  readonly place: FilePlace;
  readonly placeOf: (path: string) => FilePlace;
}
export type PlacedOf<K extends DocumentKind> = PlacedDocument<DocumentOf<K>>;

/** What is wrong with a value of a document. */
export type Report = (document: PlacedDocument, path: string, code: FileErrorCode, message: string) => void;

export class Errors {
  readonly all: FileError[] = [];
  private readonly seen = new Set<string>();

  readonly report: Report = ({ placeOf }, path, code, message) => {
    const error = { ...placeOf(path), path, code, message };
    const word = JSON.stringify(error);
    // a value is read for its comparison, and for its command
    if (!this.seen.has(word)) this.all.push(error);
    this.seen.add(word);
  };
}

/** As sentences say it: `LookupTable` is a lookup table. */
export const kindWords = (kind: string): string => kind.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();

/** The nearest of these words, if it differs in few letters. */
export const nearest = (word: string, words: Iterable<string>): string | undefined => {
  let [best, least]: [string | undefined, number] = [undefined, Math.max(2, Math.floor(word.length / 4)) + 1];
  for (const other of words) {
    const distance = distanceOf(word.toLowerCase(), other.toLowerCase(), least);
    if (distance < least) [best, least] = [other, distance];
  }
  return best;
};

/** Levenshtein’s distance, or `enough` if it is that or more. */
const distanceOf = (one: string, other: string, enough: number): number => {
  if (Math.abs(one.length - other.length) >= enough) return enough;
  let row = Array.from({ length: other.length + 1 }, (_, n) => n);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1)));
    row = next;
  }
  return Math.min(row.at(-1)!, enough);
};
