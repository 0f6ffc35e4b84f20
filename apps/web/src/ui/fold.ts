/** A letter without its accents and its case: `É` and `e` are one. */
const folded = (letter: string): string => letter.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Where what was typed stands in a text, without regard to accents and case; null: nowhere. */
export function matchIn(text: string, typed: string): readonly [from: number, to: number] | null {
  const letters = Array.from(text);
  const wanted = Array.from(typed.trim()).map(folded).join('');
  if (wanted === '') return null;
  const all = letters.map(folded);
  const at = all.join('').indexOf(wanted);
  if (at < 0) return null;
  // a letter may fold to several, or to none: counted back to those of the text
  const indexOf = (place: number): number => {
    let passed = 0;
    let n = 0;
    while (n < all.length && passed < place) passed += all[n++]!.length;
    return letters.slice(0, n).join('').length;
  };
  return [indexOf(at), indexOf(at + wanted.length)];
}
