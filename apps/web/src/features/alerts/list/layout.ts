import type { SectionRows } from './held-rows.js';

/** One line of the list, by index: a heading, a row, or the placeholder of a row that is not loaded. */
export type Line =
  | { readonly kind: 'heading'; readonly section: SectionRows }
  | { readonly kind: 'row'; readonly id: string; readonly section: SectionRows; readonly position: number }
  | { readonly kind: 'gap'; readonly section: SectionRows; readonly position: number };

/** A section and the index of its first line: the heading, if it is the first of its group. */
export interface PlacedSection {
  readonly section: SectionRows;
  readonly start: number;
  readonly lines: number;
  /** 1 or 0. */
  readonly headings: number;
}

const noneClosed: ReadonlySet<string> = new Set();

/** Sections with something in them, below each other. Of a closed group only the heading is shown. */
export function placedBelow(sectionRows: readonly SectionRows[], closed = noneClosed): readonly PlacedSection[] {
  let start = 0;
  let group: string | undefined;
  const placed: PlacedSection[] = [];
  for (const section of sectionRows) {
    if (section.total === 0) continue;
    const headings = section.group === group ? 0 : 1;
    group = section.group;
    const isClosed = closed.has(group);
    if (isClosed && headings === 0) continue;
    const lines = headings + (isClosed ? 0 : Math.max(section.total, section.ids.length));
    placed.push({ section, start, lines, headings });
    start += lines;
  }
  return placed;
}

export const linesIn = (placed: readonly PlacedSection[]): number => placed.reduce((sum, { lines }) => sum + lines, 0);

/** The line at an index below `linesIn`: counted, since ten thousand lines are not made for each frame. */
export function lineAt(placed: readonly PlacedSection[], index: number): Line {
  const { section, start, headings } = placed.findLast((one) => one.start <= index)!;
  if (index < start + headings) return { kind: 'heading', section };
  const position = index - start - headings + 1;
  const id = section.ids[position - 1];
  return id === undefined ? { kind: 'gap', section, position } : { kind: 'row', id, section, position };
}

/** Key of the line at an index. It must be cheap: a change of the list calls it for each of ten thousand lines. */
export function keyAt(placed: readonly PlacedSection[], index: number): string | number {
  let n = placed.length - 1;
  while (placed[n]!.start > index) n -= 1;
  const { section, start, headings } = placed[n]!;
  return index < start + headings ? section.group : (section.ids[index - start - headings] ?? index);
}

export const isHeading = (placed: readonly PlacedSection[], index: number): boolean =>
  placed.some(({ start, headings }) => headings > 0 && start === index);

/** Index of a row; -1 if absent. */
export function indexOf(placed: readonly PlacedSection[], id: string | undefined): number {
  if (id === undefined) return -1;
  for (const { section, start, lines, headings } of placed) {
    const at = section.ids.indexOf(id);
    if (at >= 0) return headings + at < lines ? start + headings + at : -1;
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
