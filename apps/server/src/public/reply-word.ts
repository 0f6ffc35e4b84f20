const words: readonly (readonly [RegExp, 'acknowledge' | 'resolve'])[] = [
  [/^a(?:ck(?:nowledged?)?)?$/, 'acknowledge'],
  [/^(?:c|closed?|resolved?)$/, 'resolve'],
];

/** What a reply asks for: its first line alone, because below it is what it answers, with these very words; null: anything else. */
export const readWord = (text: string): 'acknowledge' | 'resolve' | null => {
  const first = text.split(/\r?\n/).find((line) => line.trim() !== '') ?? '';
  if (/^\s*>/.test(first)) return null;
  const word = first
    .trim()
    .toLowerCase()
    .replaceAll(/["'“”‘’.!,#]/g, '');
  return words.find(([pattern]) => pattern.test(word))?.[1] ?? null;
};
