/** Most words of a search, and their length. Without zod, because the first screen loads this file. */
const limits = { words: 8, characters: 100 } as const;

/** The words that must all occur, in lower case. Empty when nothing is searched for. */
export const searchedWords = (q: string | undefined): readonly string[] =>
  (q ?? '')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, limits.words)
    .map((word) => word.slice(0, limits.characters));

/** Searched text of an alert group, beside the service’s name: `#12`, its title, `label=value`. */
export const alertGroupText = ({
  number,
  title,
  labels,
}: {
  readonly number: number;
  readonly title: string;
  readonly labels: readonly string[];
}): string => [`#${number}`, title.slice(0, 200), ...labels].join(' ').toLowerCase().slice(0, 400);

/** Used instead of a service name for a manually opened group. */
const byHand = 'manual';

/** Services whose lower-case name contains a word; null stands for manually opened groups. */
const serviceIdsByName = (word: string, services: readonly (readonly [id: string, name: string])[]): readonly (string | null)[] => [
  ...services.flatMap(([id, name]) => (name.includes(word) ? [id] : [])),
  ...(byHand.includes(word) ? [null] : []),
];

/** One word of a search: it occurs in the text of a row, or else the row’s service bears it. */
export interface SearchTerm {
  readonly text: string;
  readonly or: { readonly serviceId: readonly (string | null)[] };
}

/** The words of `q`. Names are joined here, so that renaming a service changes no row. */
export const searchTerms = (
  q: string | undefined,
  services: readonly { readonly id: string; readonly name: string }[],
): readonly SearchTerm[] => {
  const words = searchedWords(q);
  const foldedNames = words.length === 0 ? [] : services.map(({ id, name }) => [id, name.toLowerCase()] as const);
  return words.map((text) => ({ text, or: { serviceId: serviceIdsByName(text, foldedNames) } }));
};
