import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import { serverNow, useClock } from '../../../data/time/clock.js';
import { responsibilityOf } from '../shared/responsibility.js';
import { useNames } from '../../../data/words/names.js';
import { useIsQueued } from '../../../data/offline/queue.js';
import { useRow } from '../../../data/cache/use-view.js';
import { Avatar } from '../../../ui/avatar.js';
import { CountdownRing } from '../../../ui/countdown-ring.js';
import { MomentLink } from '../../../ui/moment-link.js';
import { Ago, At } from '../../../ui/time.js';
import { personOf } from '../shared/responsibility-cell.js';
import { climbedSteps } from '../shared/ladder-model.js';
import { capital } from '../../../data/words/capital.js';

const tones = { alarm: 'text-alarm', ringing: 'text-ink', held: 'text-ink', muted: 'text-ink', done: 'text-done' };

/** Time of the acknowledgement. */
const AcknowledgedAt = ({ row: { acknowledgedAt, holder, status } }: { row: AlertGroupRow }) =>
  acknowledgedAt && holder && status !== 'resolved' ? (
    <span className="text-muted">
      <Ago at={acknowledgedAt} /> (
      <MomentLink at={acknowledgedAt}>
        <At at={acknowledgedAt} />
      </MomentLink>
      )
    </span>
  ) : null;

/** The next notification, with its countdown. */
function Next({ from, next: { says, at }, isFirst }: NextProps) {
  const isDue = useClock(() => Date.parse(at) <= serverNow());
  const words = isFirst ? capital(says) : says;
  if (isDue) return <span className="text-muted">{words} now</span>;
  return (
    <CountdownRing from={from} to={at}>
      {words} in
    </CountdownRing>
  );
}

interface NextProps {
  from: string;
  next: NonNullable<ReturnType<typeof responsibilityOf>['next']>;
  /** Nothing precedes it in the line. */
  isFirst: boolean;
}

/** The assignee; or who is being notified, and who is next in how many seconds. */
export function WhoLine({ row }: { row: AlertGroupRow }) {
  const names = useNames();
  const ladder = useRow('ladders', row.id).data?.row ?? null;
  const policy = names.policyRow(ladder?.policy?.policyId ?? names.serviceRow(row.serviceId)?.policyId);
  const holding = responsibilityOf(row, { steps: climbedSteps(ladder, policy) }, names);
  const isQueued = useIsQueued(row.id);
  const person = personOf(row);
  return (
    <div className="flex min-h-7 flex-wrap items-center gap-x-2.5 gap-y-1" aria-live="polite">
      {person && <Avatar personId={person} name={names.person(person)} size="large" />}
      {holding.says && <span className={`font-semibold ${tones[holding.tone]}`}>{holding.says}</span>}
      <AcknowledgedAt row={row} />
      {holding.next && <Next next={holding.next} isFirst={!holding.says} from={ladder?.rungs.at(-1)?.takenAt ?? row.firingSince} />}
      {isQueued && <span className="basis-full text-warn">Your acknowledgement is queued, not sent yet: no one else can see it.</span>}
    </div>
  );
}
