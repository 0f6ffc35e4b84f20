import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import { serverNow, useClock } from '../../../data/time/clock.js';
import { responsibilityOf } from '../shared/responsibility.js';
import { useNames } from '../../../data/words/names.js';
import { useIsQueued } from '../../../data/offline/queue.js';
import { useRow } from '../../../data/cache/use-view.js';
import { Ago, At, Countdown } from '../../../ui/time.js';
import { climbedSteps } from '../shared/ladder-model.js';
import { capital } from '../../../data/words/capital.js';

const tones = { alarm: 'text-alarm', ringing: 'text-ink', held: 'text-held', done: 'text-done' };

/** Time of the acknowledgement. */
const AcknowledgedAt = ({ row: { acknowledgedAt, holder, status } }: { row: AlertGroupRow }) =>
  acknowledgedAt && holder && status !== 'resolved' ? (
    <span className="text-base text-muted">
      {' · '}
      <Ago at={acknowledgedAt} /> (<At at={acknowledgedAt} className="text-faint" />)
    </span>
  ) : null;

/** The next notification, with its countdown. `isFirst`: nothing precedes it in the line. */
function Next({ next: { says, at }, isFirst }: { next: NonNullable<ReturnType<typeof responsibilityOf>['next']>; isFirst: boolean }) {
  const isDue = useClock(() => Date.parse(at) <= serverNow());
  return (
    <span className="text-muted">
      {isFirst ? '' : ', '}
      <span className={isFirst ? 'font-semibold text-ink' : ''}>{isFirst ? capital(says) : says}</span>
      {isDue ? ' now' : ' in '}
      {!isDue && <Countdown to={at} className="font-semibold text-ink" />}
    </span>
  );
}

/** The assignee; or who is being notified, and who is next in how many seconds. */
export function WhoLine({ row }: { row: AlertGroupRow }) {
  const names = useNames();
  const ladder = useRow('ladders', row.id).data?.row ?? null;
  const policy = names.policyRow(ladder?.policy?.policyId ?? names.serviceRow(row.serviceId)?.policyId);
  const holding = responsibilityOf(row, { steps: climbedSteps(ladder, policy) }, names);
  const isQueued = useIsQueued(row.id);
  return (
    <p className="mt-6 text-lg leading-7" aria-live="polite">
      {holding.says && <span className={`font-semibold ${tones[holding.tone]}`}>{holding.says}</span>}
      <AcknowledgedAt row={row} />
      {holding.next && <Next next={holding.next} isFirst={!holding.says} />}
      {isQueued && <span className="block text-base text-warn">Your acknowledgement is queued, not sent yet: no one else can see it.</span>}
    </p>
  );
}
