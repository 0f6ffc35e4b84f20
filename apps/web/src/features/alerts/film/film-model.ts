import { withChanges, type FilmAnswer, type FilmRows } from '@tocsin/contracts/film/film.js';

/** Frames of one answer of the server. */
export const partSize = 200;

/** The rows of each frame of a part. */
export function rowsOfFrames({ before, frames }: Pick<FilmAnswer, 'before' | 'frames'>): readonly FilmRows[] {
  let rows = before;
  return frames.map(({ changes }) => (rows = withChanges(rows, changes)));
}

/** The first frame of the part to read for this frame; null: the part that is there has it. A part may be shorter than others: the next begins at its end. */
export function partFor(frame: number, { from, frames, count }: Pick<FilmAnswer, 'from' | 'frames' | 'count'>): number | null {
  const end = from + frames.length;
  if (frame >= from && (frame < end || end >= count)) return null;
  return frame >= end && frame < end + partSize ? end : Math.floor(frame / partSize) * partSize;
}

/** A quiet time is shortened to this, in milliseconds. */
export const longestGap = 10_000;

/**
 * How far the film goes on from a frame. `instants`: of the frames, from the first of the part on; `budget`: milliseconds of the film since that frame was
 * shown. `left`: those that remain until the next one.
 */
export function play(
  frame: number,
  budget: number,
  from: number,
  instants: readonly number[],
): { readonly frame: number; readonly left: number } {
  let [at, left] = [frame, budget];
  for (;;) {
    const [here, next] = [instants[at - from], instants[at + 1 - from]];
    // the next part is loaded once its first frame is shown
    const gap = here === undefined ? Infinity : next === undefined ? 0 : Math.min(longestGap, Math.max(0, next - here));
    if (gap > left) return { frame: at, left };
    at += 1;
    left -= gap;
  }
}
