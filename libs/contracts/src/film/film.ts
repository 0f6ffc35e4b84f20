import { z } from 'zod';
import type { AlertGroupRow, AlertsRow } from '../alert-groups/rows.js';
import type { LadderRow } from '../alert-groups/escalation.js';
import { recorded, type Recorded } from '../envelope.js';
import { id, instant } from '../ids.js';

/** The rows of a group that a film shows. */
export const filmViews = ['alertGroups', 'ladders', 'alerts'] as const;
export interface FilmRows {
  readonly alertGroups?: AlertGroupRow;
  readonly ladders?: LadderRow;
  readonly alerts?: AlertsRow;
}

/** A place inside rows (names and numbers), and what stands there from now on; without a value it is gone. */
const rowChange = z.array(z.unknown()).min(1).max(2);

/** Moments of a film that its scrubber marks. */
export const filmMarks = ['opened', 'paged', 'acknowledged', 'resolved', 'note'] as const;
export type FilmMark = (typeof filmMarks)[number];

const frame = z.object({ event: recorded, changes: z.array(rowChange) });

/**
 * `GET /api/films/:id`: frames of an alert group, one for each event of its stream. `before`: its rows before the first of them; `changes` lead from one
 * frame to the next.
 */
export const filmAnswer = z.object({
  groupId: id,
  /** Frames of the whole film. */
  count: z.number().int(),
  first: instant,
  last: instant,
  /** Where the scrubber has marks: at most 200. */
  marks: z.array(z.object({ frame: z.number().int(), kind: z.enum(filmMarks) })),
  /** The number of the first frame here, from 0. */
  from: z.number().int(),
  /** Of the frame with the ordinal that was asked for. */
  at: z.number().int(),
  before: z.record(z.string(), z.unknown()),
  frames: z.array(frame),
});

export interface FilmFrame {
  readonly event: Recorded;
  readonly changes: readonly RowChange[];
}
export interface FilmAnswer extends Omit<z.infer<typeof filmAnswer>, 'before' | 'frames'> {
  readonly before: FilmRows;
  readonly frames: readonly FilmFrame[];
}

type Key = string | number;
export type RowChange = readonly [readonly Key[], unknown] | readonly [readonly Key[]];

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What leads from one value to another. Parts that are the same object are not looked into. */
export function changesBetween(before: unknown, after: unknown, path: readonly Key[] = []): readonly RowChange[] {
  if (before === after) return [];
  if (isPlain(before) && isPlain(after)) {
    const gone = Object.keys(before).filter((key) => before[key] !== undefined && after[key] === undefined);
    return [
      ...gone.map((key): RowChange => [[...path, key]]),
      ...Object.keys(after).flatMap((key) => (after[key] === undefined ? [] : changesBetween(before[key], after[key], [...path, key]))),
    ];
  }
  if (Array.isArray(before) && Array.isArray(after) && before.length <= after.length)
    return after.flatMap((one: unknown, n) => changesBetween(before[n], one, [...path, n]));
  return [[path, after]];
}

const withChange = (value: unknown, [[key, ...rest], ...then]: RowChange): unknown => {
  if (key === undefined) return then[0];
  if (Array.isArray(value)) return value.toSpliced(key as number, 1, withChange(value[key as number], [rest, ...then] as RowChange));
  const { [key]: inner, ...others } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return rest.length === 0 && then.length === 0 ? others : { ...(value as object), [key]: withChange(inner, [rest, ...then] as RowChange) };
};

/** The rows after these changes; nothing is mutated. */
export const withChanges = <T>(value: T, changes: readonly RowChange[]): T => changes.reduce<unknown>(withChange, value) as T;
