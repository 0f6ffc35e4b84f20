/** `AL` for Ana Lima, `BO` for Bo, `AM` for Ana Maria Mota. */
export function initialsOf(name: string): string {
  const words = name
    .trim()
    .split(/\s+/)
    .map((word) => Array.from(word));
  const [first = []] = words;
  const last = words.length > 1 ? words.at(-1)! : [];
  const letters = last.length === 0 ? first.slice(0, 2) : [first[0], last[0]];
  return letters.join('').toUpperCase();
}
