/** At most so many words of a search are looked for; each at most so long. Without zod: the first screen reads this file. */
export const searchLimits = { words: 8, characters: 100 } as const;

/** The words that must all occur, in lower case. Empty when nothing is searched for. */
export const searchedWords = (q: string | undefined): readonly string[] =>
  (q ?? '')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, searchLimits.words)
    .map((word) => word.slice(0, searchLimits.characters));

/** What a search for alert groups looks in, beside the service’s name. */
export const alertGroupText = ({ number, title }: { readonly number: number; readonly title: string }): string =>
  `#${number} ${title}`.toLowerCase();

/** Stands where a service’s name would, for a group that somebody opened by hand. */
export const byHand = 'by hand';

/** The services whose name holds a word; null among them: groups opened by hand. */
export const servicesNamed = (
  word: string,
  services: readonly { readonly id: string; readonly name: string }[],
): readonly (string | null)[] => [
  ...services.filter(({ name }) => name.toLowerCase().includes(word)).map(({ id }) => id),
  ...(byHand.includes(word) ? [null] : []),
];
