import { AwayLink, CoverRequestsLink, DutyEnd, dutyLead, dutyName, NextShift, Reach } from './duty-parts.js';
import { isPaged, useDuty } from './use-duty.js';

/** On phones, in two lines: my duty, and whether a page reaches me. Nothing while it is read. */
export function DutyLine() {
  const duty = useDuty();
  if (!duty) return null;
  const [row] = duty.onCall;
  return (
    <section aria-label="How you are paged" className="min-w-0 text-xs leading-4 text-muted">
      <div className="flex min-w-0 gap-2">
        <AwayLink awayUntil={duty.awayUntil} />
        <CoverRequestsLink asking={duty.asking} />
        <p className="min-w-0 truncate first-letter:uppercase">
          {dutyLead(duty).replace('You’re ', '')} {isPaged(duty) ? dutyName(duty) : <NextShift personId={duty.personId} />}{' '}
          {row && <DutyEnd row={row} />}
        </p>
      </div>
      {isPaged(duty) && <Reach reach={duty.reach} className="min-h-6 *:[span]:truncate" />}
    </section>
  );
}
