import { findAbsenceAt } from '@tocsin/contracts/people/away-at.js';
import { Link } from '@tanstack/react-router';
import { bellUnlocked } from '../data/bell/bell.js';
import { serverNow, useClock } from '../data/time/clock.js';
import { clockTime } from '../data/time/times.js';
import { useStore } from '../data/store.js';
import { useMyChoices } from '../data/session/my-choices.js';
import { myDuties, myNextShift } from '../features/on-call/shared/on-call-words.js';
import { useMe } from '../data/session/session.js';
import { unsureIn, useReadiness } from '../features/readiness/shared/use-readiness.js';
import { useAll, useEvery, useRow } from '../data/cache/use-view.js';
import { useOpenRequests } from '../features/covers/shared/use-open-requests.js';
import { OnCallDuty } from './on-call-duty.js';
import { dutiesOf, reachInWords, type Duty } from './duty-words.js';

const nothing = { methods: [], rules: [] };
const strip = 'flex h-full items-center gap-1.5 px-4 text-xs text-muted sm:px-5';

/** On every screen: my on-call duty, or else what pages me, and whether a page reaches me. Empty while loading: the shell reserves its space. */
export function DutyStrip() {
  useMyChoices();
  const { personId } = useMe();
  const [policies, services] = [useAll('policies'), useAll('services')];
  const [arePoliciesRead, areServicesRead] = [useEvery('policies').data !== undefined, useEvery('services').data !== undefined];
  const contact = useRow('contacts', personId).data?.row;
  const readiness = useReadiness(personId);
  const canRing = useStore(bellUnlocked);
  const duties = dutiesOf(personId, policies, services);
  const isKnown = arePoliciesRead && areServicesRead && contact !== undefined && readiness !== undefined;
  const [duty] = duties;
  const onCall = myDuties(useAll('onCall'), personId);
  const asking = useOpenRequests().length;
  if (!isKnown) return null;
  if (!duty && onCall.length === 0)
    return (
      <section aria-label="How you are paged" className={strip}>
        <NotOnCall />
        <AwayLink personId={personId} />
        <CoverRequestsLink n={asking} />
      </section>
    );
  const { isFine, says } = reachInWords(contact ?? nothing, canRing, unsureIn(readiness));
  return (
    <section aria-label="How you are paged" className={strip}>
      {onCall.length > 0 ? <OnCallDuty rows={onCall} /> : duty && <PolicyDuty duty={duty} others={duties.length - 1} personId={personId} />}
      <span aria-hidden>·</span>
      <Link to="/me" className={`shrink-0 whitespace-nowrap hover:underline ${isFine ? 'text-done' : 'font-medium text-warn'}`}>
        {says} {isFine ? '✓' : ''}
      </Link>
      <AwayLink personId={personId} />
      <CoverRequestsLink n={asking} />
    </section>
  );
}

/** `You’re not on call. Next: Fri 17:00` */
function NotOnCall() {
  const { personId } = useMe();
  const next = myNextShift(useAll('onCall'), personId);
  const words = useClock((now) => (next === null ? '' : ` Next: ${clockTime(next, now)}`));
  return <>You’re not on call.{words}</>;
}

/** Open cover requests to me; the link leads to the answer. */
function CoverRequestsLink({ n }: { n: number }) {
  if (n === 0) return null;
  return (
    <>
      <span aria-hidden>·</span>
      <Link to="/on-call" className="shrink-0 font-medium whitespace-nowrap text-ink hover:underline">
        {n === 1 ? '1 cover request' : `${n} cover requests`}
      </Link>
    </>
  );
}

/** End of my absence, during which low urgency skips me. */
function AwayLink({ personId }: { personId: string }) {
  const periods = useRow('people', personId).data?.row?.away;
  const until = useClock((now) => findAbsenceAt(periods, new Date(now).toISOString())?.to ?? '');
  if (until === '') return null;
  return (
    <>
      <span aria-hidden>·</span>
      <Link to="/me" hash="away" className="shrink-0 font-medium whitespace-nowrap text-warn hover:underline">
        away until {clockTime(until, serverNow())}
      </Link>
    </>
  );
}

function PolicyDuty({ duty, others, personId }: { duty: Duty; others: number; personId: string }) {
  return (
    <p className="min-w-0 truncate first-letter:uppercase">
      <span className="max-sm:hidden">You’re </span>
      {duty.when === 'first' ? 'first to be paged' : `paged ${duty.when}`} for{' '}
      <Link to="/policies/$id" params={{ id: duty.policyId }} className="text-ink underline decoration-line-field underline-offset-3">
        {duty.services.join(', ')}
      </Link>
      {others > 0 && (
        <>
          {' '}
          <Link to="/people/$id" params={{ id: personId }} className="hover:underline">
            and {others} more
          </Link>
        </>
      )}
    </p>
  );
}
