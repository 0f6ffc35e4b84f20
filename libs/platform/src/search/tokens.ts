import { hash } from 'node:crypto';

/** Longer words are indexed, and searched, by their beginning. */
const charactersPerWord = 64;

const wordPattern = /[\p{L}\p{N}\p{M}]+/gu;
/** `diskFull` and `HTTPError` are found by `full` and `error`, too. */
const partPattern = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{M}]+|\p{N}+/gu;

const fold = (word: string): string => word.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().slice(0, charactersPerWord);

/** The words of a text as they are searched: in lower case, without accents. */
export const tokensOf = (text: string): readonly string[] => (text.match(wordPattern) ?? []).map(fold).filter((word) => word !== '');

/** Also the parts of compound words. */
export const indexedTokens = (text: string): readonly string[] =>
  (text.match(wordPattern) ?? []).flatMap((word) => [word, ...(word.match(partPattern) ?? [])].map(fold)).filter((word) => word !== '');

/** A facet’s value as one token: 64 bits of a hash, so that the index has neither ids nor names. Words of a text never look like one. */
export const facetToken = (facet: string, value: string): string => `_${hash('sha256', `${facet}\n${value}`).slice(0, 16)}`;
