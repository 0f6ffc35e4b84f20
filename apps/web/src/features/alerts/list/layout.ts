import type { SectionRows } from './held-rows.js';

/** One line of the list, by index: a heading, a row, or the placeholder of a row that is not loaded. */
export type Line =
  | { readonly kind: 'heading'; readonly section: SectionRows }
  | { readonly kind: 'row'; readonly id: string; readonly section: SectionRows; readonly position: number }
  | { readonly kind: 'gap'; readonly section: SectionRows; readonly position: number };

/** A section and the index of its first line, its heading. */
export interface PlacedSection {
  readonly section: SectionRows;
  readonly start: number;
  readonly lines: number;
}

/** Sections with something in them, below each other. */
export function placedBelow(sectionRows: readonly SectionRows[]): readonly PlacedSection[] {
  let start = 0;
  return sectionRows
    .filter(({ total }) => total > 0)
    .map((section) => {
      const placed = { section, start, lines: 1 + Math.max(section.total, section.ids.length) };
      start += placed.lines;
      return placed;
    });
}

export const linesIn = (placed: readonly PlacedSection[]): number => placed.reduce((sum, { lines }) => sum + lines, 0);

/** The line at an index below `linesIn`: counted, since ten thousand lines are not made for each frame. */
export function lineAt(placed: readonly PlacedSection[], index: number): Line {
  const { section, start } = placed.findLast((one) => one.start <= index)!;
  if (index === start) return { kind: 'heading', section };
  const position = index - start;
  const id = section.ids[position - 1];
  return id === undefined ? { kind: 'gap', section, position } : { kind: 'row', id, section, position };
}

/** Key of the line at an index. It must be cheap: a change of the list calls it for each of ten thousand lines. */
export function keyAt(placed: readonly PlacedSection[], index: number): string | number {
  let n = placed.length - 1;
  while (placed[n]!.start > index) n -= 1;
  const { section, start } = placed[n]!;
  return index === start ? section.part : (section.ids[index - start - 1] ?? index);
}

export const isHeading = (placed: readonly PlacedSection[], index: number): boolean => placed.some(({ start }) => start === index);

/** Index of a row; -1 if absent. */
export function indexOf(placed: readonly PlacedSection[], id: string | undefined): number {
  if (id === undefined) return -1;
  for (const { section, start } of placed) {
    const at = section.ids.indexOf(id);
    if (at >= 0) return start + 1 + at;
  }
  return -1;
}

/** The next row from an index, downwards (1) or upwards (-1), skipping headings and rows not loaded; undefined at the end. */
export function nextRow(
  placed: readonly PlacedSection[],
  from: number,
  by: 1 | -1,
): { readonly index: number; readonly id: string } | undefined {
  const end = linesIn(placed);
  for (let index = from + by; index >= 0 && index < end; index += by) {
    const line = lineAt(placed, index);
    if (line.kind === 'row') return { index, id: line.id };
  }
  return undefined;
}
