import type { Readiness } from '@tocsin/contracts/people/readiness.js';
import type { UnreadyPerson } from '@tocsin/contracts/schedules/ahead.js';
import { Link } from '@tanstack/react-router';
import { unreadyWords } from '../schedules/shared/ahead-words.js';
import { useClock } from '../../data/time/clock.js';
import { useNames } from '../../data/words/names.js';
import { useAhead } from '../schedules/shared/use-ahead.js';
import type { ReasonPerson } from './readiness-words.js';

const minute = 60_000;

/** Drops reasons that were fixed in the meantime. */
const isStill: Readonly<Record<UnreadyPerson['lacks'], (readiness: Readiness) => boolean>> = {
  'readiness.no_method': ({ reach }) => reach === 'nobody',
  'readiness.bounces_not_seen': ({ reach, methods }) =>
    reach === 'mail' && methods.some(({ reasons }) => reasons.some(({ code }) => code === 'readiness.bounces_not_seen')),
  'readiness.no_rule': ({ reasons }) => reasons.some(({ code }) => code === 'readiness.no_rule'),
};

/** People on call, now or later, whom a page would not reach reliably. */
export function OnCallAhead({ personId, readiness, who }: { personId: string; readiness: Readiness; who: ReasonPerson }) {
  const names = useNames();
  const now = useClock((time) => time - (time % minute));
  const unready = useAhead().data?.lacking.find((one) => one.personId === personId);
  if (!unready || !isStill[unready.lacks](readiness)) return null;
  return (
    <p className="mb-3 font-medium text-warn">
      {unreadyWords(unready, who, names.schedule(unready.scheduleId), now)}{' '}
      {who === 'you' && (
        <Link to="/me" hash="contact-methods" className="link whitespace-nowrap">
          {unready.lacks === 'readiness.no_rule' ? 'Add a rule' : 'Add a contact method'}
        </Link>
      )}
    </p>
  );
}
