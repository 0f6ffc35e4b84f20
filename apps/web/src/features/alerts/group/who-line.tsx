import type { AlertGroupRow } from '@tocsin/contracts/alert-groups.js';
import { serverNow, useClock } from '../../../data/time/clock.js';
import { holdingOf } from '../../../data/words/holding.js';
import { useNames } from '../../../data/words/names.js';
import { useIsQueued } from '../../../data/offline/queue.js';
import { useRow } from '../../../data/cache/use-view.js';
import { Ago, At, Countdown } from '../../../ui/time.js';
import { climbedSteps } from '../shared/ladder-model.js';
import { capital } from '../../../data/words/capital.js';

const tones = { alarm: 'text-alarm', ringing: 'text-ink', held: 'text-held', done: 'text-done' };

/** The assignee; or who is being notified, and who is next in how many seconds. */
export function WhoLine({ row }: { row: AlertGroupRow }) {
  const names = useNames();
  const ladder = useRow('ladders', row.id).data?.row ?? null;
  const policy = names.policyRow(ladder?.policy?.policyId ?? names.serviceRow(row.serviceId)?.policyId);
  const holding = holdingOf(row, { steps: climbedSteps(ladder, policy) }, names);
  const isDue = useClock(() => holding.next !== null && Date.parse(holding.next.at) <= serverNow());
  const isQueued = useIsQueued(row.id);
  return (
    <p className="mt-6 text-lg leading-7" aria-live="polite">
      {holding.says && <span className={`font-semibold ${tones[holding.tone]}`}>{holding.says}</span>}
      {row.acknowledgedAt && row.holder && row.status !== 'resolved' && (
        <span className="text-base text-muted">
          {' '}
          <Ago at={row.acknowledgedAt} />, <At at={row.acknowledgedAt} className="text-faint" />
        </span>
      )}
      {holding.next && (
        <span className="text-muted">
          {holding.says ? ', ' : ''}
          <span className={holding.says ? '' : 'font-semibold text-ink'}>
            {holding.says ? holding.next.says : capital(holding.next.says)}
          </span>
          {isDue ? ' now' : ' in '}
          {!isDue && <Countdown to={holding.next.at} className="font-semibold text-ink" />}
        </span>
      )}
      {isQueued && <span className="block text-base text-warn">Your acknowledgement is queued, not sent yet: no one else can see it.</span>}
    </p>
  );
}
