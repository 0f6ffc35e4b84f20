import { Link } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { isBellUnlocked, onBell } from '../data/bell.js';
import { useMyChoices } from '../data/my-choices.js';
import { useMe } from '../data/session.js';
import { unsureIn, useReadiness } from '../data/use-readiness.js';
import { useAll, useEvery, useRow } from '../data/use-view.js';
import { dutiesOf, reachInWords } from './duty-words.js';

const nothing = { methods: [], rules: [] };
const strip = 'flex h-full items-center gap-1.5 px-4 text-[13px] text-muted sm:px-5';

/** On every screen: what pages me, and whether it can. Nothing until it is known: the shell keeps its place. */
export function DutyStrip() {
  useMyChoices();
  const { personId } = useMe();
  const [policies, services] = [useAll('policies'), useAll('services')];
  const [arePoliciesRead, areServicesRead] = [useEvery('policies').data !== undefined, useEvery('services').data !== undefined];
  const contact = useRow('contacts', personId).data?.row;
  const readiness = useReadiness(personId);
  const canRing = useSyncExternalStore(onBell, isBellUnlocked);
  const duties = dutiesOf(personId, policies, services);
  const isKnown = arePoliciesRead && areServicesRead && contact !== undefined && readiness !== undefined;
  const [duty] = duties;
  if (!isKnown) return null;
  if (!duty)
    return (
      <section aria-label="How you are paged" className={strip}>
        No active policy pages you.
      </section>
    );
  const { isFine, says } = reachInWords(contact ?? nothing, canRing, unsureIn(readiness));
  return (
    <section aria-label="How you are paged" className={strip}>
      <p className="min-w-0 truncate first-letter:uppercase">
        <span className="max-sm:hidden">You are </span>paged {duty.when} by{' '}
        <Link to="/policies/$id" params={{ id: duty.policyId }} className="text-ink underline decoration-line-strong underline-offset-3">
          {duty.policy}
        </Link>
        <span className="max-sm:hidden"> for {duty.services.join(', ')}</span>
        {duties.length > 1 && (
          <>
            {' '}
            <Link to="/people/$id" params={{ id: personId }} className="hover:underline">
              and {duties.length - 1} more
            </Link>
          </>
        )}
      </p>
      <span aria-hidden>·</span>
      <Link to="/me" className={`shrink-0 whitespace-nowrap hover:underline ${isFine ? 'text-done' : 'font-medium text-warn'}`}>
        {says} {isFine ? '✓' : ''}
      </Link>
    </section>
  );
}
