import type { importProblems, ShiftsImportAnswer } from '@tocsin/contracts/calendar-import.js';

export const leftOutWords: Readonly<Record<(typeof importProblems)[number], string>> = {
  nobody: 'Left out: no person with this name',
  several: 'Left out: matches several people',
  over: 'Left out: in the past',
  too_far: 'Left out: more than 180 days ahead',
  too_many: 'Left out: too many events',
};

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
