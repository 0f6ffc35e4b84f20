import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import { useClock } from '../../../data/time/clock.js';
import { responsibilityOf, responsibilityText } from './responsibility.js';
import type { Names } from '../../../data/words/names.js';
import { useIsQueued } from '../../../data/offline/queue.js';
import { formatTimeLeft } from '../../../data/time/times.js';

const tones = { alarm: 'text-alarm font-semibold', ringing: 'text-ink', held: 'text-held', muted: 'text-muted', done: 'text-muted' };

/** Assignee or next notification, with countdown: “Ana acknowledged · Bo in 40 s”. */
export function ResponsibilityText({ row, names }: { row: AlertGroupRow; names: Names }) {
  const holding = responsibilityOf(row, names.policyRow(names.serviceRow(row.serviceId)?.policyId), names);
  const isQueued = useIsQueued(row.id);
  const words = useClock((now) => responsibilityText(holding, leftUntil(holding.next?.at, now)));
  if (isQueued) return <span className="font-medium text-warn">Queued, not sent yet</span>;
  return (
    <span title={words} className={tones[holding.tone]}>
      {words}
    </span>
  );
}

function leftUntil(at: string | undefined, now: number): string | null {
  const left = Date.parse(at ?? '') - now;
  return left > 0 ? formatTimeLeft(left) : null;
}
