import { mustBothDaysMatch } from '@tocsin/contracts/heartbeats/cron-fields.js';
import { Cron } from 'croner';
import { dayName, timeName } from '../../data/time/zone-times.js';
import { serverNow } from '../../data/time/clock.js';

const count = 5;

const marksOf = (cron: string, timezone: string): readonly Date[] => {
  try {
    return new Cron(cron, { timezone, paused: true, domAndDow: mustBothDaysMatch(cron) }).nextRuns(count, new Date(serverNow()));
  } catch {
    return [];
  }
};

/** When a job with this expression would be expected next, on its zone’s clock. The server says what is wrong with one that has no marks. */
export function NextMarks({ cron, zone }: { cron: string; zone: string }) {
  const marks = marksOf(cron, zone);
  if (marks.length === 0) return null;
  return (
    <p aria-live="polite" className="text-xs text-muted tabular-nums">
      Next: {marks.map((mark) => `${dayName(mark.getTime(), zone)} ${timeName(mark.getTime(), zone)}`).join(' · ')}
    </p>
  );
}
