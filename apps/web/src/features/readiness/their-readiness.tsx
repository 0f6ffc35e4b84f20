import { useMe } from '../../data/session/session.js';
import type { ReactNode } from 'react';
import { useAheadReading } from '../schedules/shared/use-ahead.js';
import { useReadiness, useReadinessReadings } from './shared/use-readiness.js';
import { useAll, useEvery, useRow } from '../../data/cache/use-view.js';
import { buttonClass } from '../../ui/button.js';
import { letterTo, mailtoOf } from './letter.js';
import { OnCallAhead } from './on-call-ahead.js';
import { ReadinessBox } from './readiness-box.js';
import { ReadinessCard } from './readiness-card.js';

/** Would a page reach this person? What only they can fix is sent as an e-mail, if their address is visible. */
export function TheirReadiness({ id: personId, below }: { id: string; below: ReactNode }) {
  const { personId: me } = useMe();
  const readiness = useReadiness(personId);
  const email = useRow('people', personId).data?.row?.email;
  const url = useAll('organisation')[0]?.url ?? location.origin;
  const letter = readiness && personId !== me && letterTo(readiness, url);
  return (
    <ReadinessBox of={[...useReadinessReadings(personId), useEvery('organisation'), useAheadReading()]} lines={4} below={below}>
      {readiness && <OnCallAhead personId={personId} readiness={readiness} who={personId === me ? 'you' : 'they'} />}
      {readiness && (
        <ReadinessCard readiness={readiness} who={personId === me ? 'you' : 'they'}>
          {letter && typeof email === 'string' && email !== '' && (
            <a href={mailtoOf(email, letter)} className={buttonClass('plain')}>
              E-mail them instructions
            </a>
          )}
        </ReadinessCard>
      )}
    </ReadinessBox>
  );
}
