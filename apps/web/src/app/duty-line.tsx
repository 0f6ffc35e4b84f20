import { AwayLink, CoverRequestsLink, DutyEnd, dutyLead, dutyName, NextShift, Reach } from './duty-parts.js';
import { isPaged, useDuty } from './use-duty.js';

/** On phones, in one line: my duty, and whether a page reaches me. Nothing while it is read. */
export function DutyLine() {
  const duty = useDuty();
  if (!duty) return null;
  const [row] = duty.onCall;
  return (
    <section aria-label="How you are paged" className="flex min-w-0 items-center gap-2 text-xs text-muted">
      {isPaged(duty) && <Reach reach={duty.reach} className="min-h-6 max-w-[45%] shrink-0 *:[span]:truncate" />}
      <AwayLink awayUntil={duty.awayUntil} />
      <CoverRequestsLink asking={duty.asking} />
      <p className="min-w-0 truncate">
        {dutyLead(duty).replace('You’re ', '')} {isPaged(duty) ? dutyName(duty) : <NextShift personId={duty.personId} />}{' '}
        {row && <DutyEnd row={row} />}
      </p>
    </section>
  );
}
