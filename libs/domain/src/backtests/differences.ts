import type { BacktestDifference, BacktestResult } from '@tocsin/contracts/backtests.js';
import type { Imagined } from '@tocsin/kernel/replay/what-if.js';
import type { Courses } from './courses.js';
import type { Tally } from './tally.js';

const maxDifferences = 500;
/** The pages of so many differences are kept, from which the ones that are shown are chosen: those of the change first. */
const maxTracked = 10 * maxDifferences;

/** What a run leaves: the imagined history beside the recorded one. */
export interface Compared {
  readonly imagined: Imagined;
  readonly was: Tally;
  readonly would: Tally;
  /** Of the imagined history. */
  readonly courses: Courses;
}

/** A difference from history, and the course of its group. */
export interface Differing extends Pick<BacktestDifference, 'groupId' | 'because'> {
  readonly course: string;
  /** Null beyond `maxTracked`. */
  readonly pages: Omit<BacktestDifference, 'groupId' | 'because'> | null;
}

const prefix = 'alertGroup-';

export const differencesOf = ({ imagined, was, would, courses }: Compared): readonly Differing[] => {
  const pagesOf = (groupId: string) => ({
    number: was.numberOf(groupId),
    was: [...was.pagesOf(groupId)],
    would: [...would.pagesOf(groupId)],
  });
  return imagined.divergences
    .map(({ stream, because }) => ({ groupId: stream.slice(prefix.length), because, stream }))
    .filter(({ stream, groupId }) => stream.startsWith(prefix) && (was.has(groupId) || would.has(groupId)))
    .map(({ groupId, because }, n) => ({ groupId, because, course: courses.of(groupId), pages: n < maxTracked ? pagesOf(groupId) : null }));
};

/** A group with the same course where nothing is changed differs from history only because history was late. */
export const comparedWith = (unchanged: Courses, differing: readonly Differing[]): readonly Differing[] =>
  differing.map((one) => ({ ...one, because: unchanged.of(one.groupId) === one.course ? 'late' : 'change' }));

export const listed = (differing: readonly Differing[]): Pick<BacktestResult, 'differences' | 'differing'> => {
  const of = (because: BacktestDifference['because']): readonly Differing[] => differing.filter((one) => one.because === because);
  const [change, late] = [of('change'), of('late')];
  const differences = [...change, ...late].flatMap(({ groupId, because, pages }) => (pages ? [{ groupId, because, ...pages }] : []));
  return { differences: differences.slice(0, maxDifferences), differing: { late: late.length, change: change.length } };
};
