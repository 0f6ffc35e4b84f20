import { useMe } from '../../data/session.js';
import { useReadiness } from '../../data/use-readiness.js';
import { useAll, useRow } from '../../data/use-view.js';
import { buttonClass } from '../../ui/button.js';
import { letterTo, mailtoOf } from './letter.js';
import { ReadinessCard } from './readiness-card.js';

/** Would a page reach somebody? What only they can put right is one letter away, where their address is shown. */
export function TheirReadiness({ personId }: { personId: string }) {
  const { personId: me } = useMe();
  const readiness = useReadiness(personId);
  const email = useRow('people', personId).data?.row?.email;
  const url = useAll('organisation')[0]?.url ?? location.origin;
  if (personId === me) return <ReadinessCard personId={personId} who="you" />;
  const letter = readiness && letterTo(readiness, url);
  return (
    <ReadinessCard personId={personId} who="they">
      {letter && typeof email === 'string' && email !== '' && (
        <a href={mailtoOf(email, letter)} className={buttonClass('plain')}>
          Write to them what to do
        </a>
      )}
    </ReadinessCard>
  );
}
