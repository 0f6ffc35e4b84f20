import type { HolidaysAnswer, importProblems, ShiftsImportAnswer } from '@tocsin/contracts/schedules/calendar-import.js';

type ImportProblem = (typeof importProblems)[number];

const leftOutWords: Readonly<Record<ImportProblem, string>> = {
  nobody: 'Left out: no person with this name',
  several: 'Left out: matches several people',
  declined: 'Left out: declined the invitation',
  over: 'Left out: in the past',
  too_far: 'Left out: more than 180 days ahead',
  too_many: 'Left out: too many events',
  unknown_zone: 'Left out: unknown time zone',
  unreadable: 'Left out: can’t be read',
  ends_before_start: 'Left out: ends before it starts',
  no_end: 'Left out: has no end',
  repeats_too_often: 'Left out: repeats every minute or second',
};

/** Problems that are in the file itself: its line helps to find them. */
const problemsOfFile: ReadonlySet<ImportProblem> = new Set([
  'unknown_zone',
  'unreadable',
  'ends_before_start',
  'no_end',
  'repeats_too_often',
]);

interface ProblemAt {
  readonly problem: ImportProblem;
  readonly detail: string | null;
  readonly line: number;
}

/** `Left out: unknown time zone “Customized Time Zone”, line 5`. */
export function problemWords({ problem, detail, line }: ProblemAt): string {
  if (!problemsOfFile.has(problem)) return leftOutWords[problem];
  const named =
    problem === 'unknown_zone' && detail !== null ? ` “${detail}”` : problem === 'unreadable' && detail !== null ? ` (${detail})` : '';
  return `${leftOutWords[problem]}${named}, line ${line}`;
}

/** An event of a holiday calendar that was left out: `Summer – Left out: can’t be read (DTSTART), line 12`. */
export const holidayProblemWords = (one: HolidaysAnswer['problems'][number]): string => `${one.title || 'No title'} – ${problemWords(one)}`;

/** `12 shifts: 3 new, 1 changed, 2 removed.` */
export function importWords({
  shifts,
  added,
  changed,
  removed,
}: Pick<ShiftsImportAnswer, 'shifts' | 'added' | 'changed' | 'removed'>): string {
  const count = shifts.length === 1 ? '1 shift' : `${shifts.length === 0 ? 'No' : shifts.length} shifts`;
  const parts = [
    ...(added > 0 ? [`${added} new`] : []),
    ...(changed > 0 ? [`${changed} changed`] : []),
    ...(removed > 0 ? [`${removed} removed`] : []),
  ];
  return `${count}: ${parts.length > 0 ? parts.join(', ') : 'nothing changes'}.`;
}
