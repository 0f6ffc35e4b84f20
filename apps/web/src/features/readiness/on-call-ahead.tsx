import type { Readiness } from '@tocsin/contracts/readiness.js';
import type { UnreadyPerson } from '@tocsin/contracts/schedules-ahead.js';
import { Link } from '@tanstack/react-router';
import { unreadyWords } from '../../data/words/ahead-words.js';
import { useClock } from '../../data/time/clock.js';
import { useNames } from '../../data/words/names.js';
import { useAhead } from '../schedules/shared/use-ahead.js';
import type { ReasonPerson } from './readiness-words.js';

const minute = 60_000;

/** Drops reasons that were fixed in the meantime. */
const isStill = ({ lacks }: UnreadyPerson, { reach, reasons }: Readiness): boolean =>
  lacks === 'readiness.no_method' ? reach === 'nobody' : reasons.some(({ code }) => code === lacks);

/** People on call, now or later, whom a page would not reach reliably. */
export function OnCallAhead({ personId, readiness, who }: { personId: string; readiness: Readiness; who: ReasonPerson }) {
  const names = useNames();
  const now = useClock((time) => time - (time % minute));
  const unready = useAhead().data?.lacking.find((one) => one.personId === personId);
  if (!unready || !isStill(unready, readiness)) return null;
  return (
    <p className="mb-3 font-medium text-warn">
      {unreadyWords(unready, who, names.schedule(unready.scheduleId), now)}{' '}
      {who === 'you' && (
        <Link to="/me" hash="contact-methods" className="link whitespace-nowrap">
          {unready.lacks === 'readiness.no_method' ? 'Add a contact method' : 'Add a rule'}
        </Link>
      )}
    </p>
  );
}
