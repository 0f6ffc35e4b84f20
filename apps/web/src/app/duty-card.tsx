import { useClock } from '../data/time/clock.js';
import { usePerson } from '../data/words/names.js';
import { Avatar } from '../ui/avatar.js';
import { Meter } from '../ui/progress.js';
import type { OnCallRow } from '@tocsin/contracts/schedules/schedules.js';
import { AwayLink, CoverRequestsLink, DutyEnd, dutyLead, DutyOf, NextShift, Reach } from './duty-parts.js';
import { isPaged, useDuty } from './use-duty.js';

/** At the foot of the rail, and folded only whether a page reaches me. Nothing while it is read. */
export function DutyCard() {
  const duty = useDuty();
  const name = usePerson(duty?.personId ?? '');
  if (!duty) return null;
  const [row] = duty.onCall;
  return (
    <section
      aria-label="How you are paged"
      className="grid gap-1.5 rounded-lg border border-line bg-panel p-2.5 text-xs text-muted shadow-panel sm:max-lg:size-9 sm:max-lg:place-content-center sm:max-lg:overflow-hidden sm:max-lg:p-0"
    >
      <div className="flex min-w-0 gap-2 sm:max-lg:sr-only">
        <Avatar personId={duty.personId} name={name} />
        <p className="min-w-0">
          <span className="block text-body font-medium text-ink">{dutyLead(duty)}</span>{' '}
          {isPaged(duty) ? (
            <span className="line-clamp-2 wrap-anywhere">
              <DutyOf duty={duty} />
            </span>
          ) : (
            <NextShift personId={duty.personId} />
          )}
        </p>
      </div>
      {row && (
        <div className="grid gap-1.5 sm:max-lg:sr-only">
          <ShiftMeter row={row} />
          <p>
            <DutyEnd row={row} />
          </p>
        </div>
      )}
      {isPaged(duty) && <Reach reach={duty.reach} className="sm:max-lg:*:[span]:sr-only" />}
      <div className="flex flex-wrap gap-x-3 empty:hidden sm:max-lg:sr-only">
        <AwayLink awayUntil={duty.awayUntil} />
        <CoverRequestsLink asking={duty.asking} />
      </div>
    </section>
  );
}

/** How much of my shift is over, where both its ends are known. */
function ShiftMeter({ row: { since, nextAt } }: { row: OnCallRow }) {
  const share = useClock((now) =>
    since === null || nextAt === null ? null : (now - Date.parse(since)) / (Date.parse(nextAt) - Date.parse(since)),
  );
  return share !== null && <Meter share={share} />;
}
