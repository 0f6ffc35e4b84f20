import { Link } from '@tanstack/react-router';
import { useMay, useMe } from '../../data/session.js';
import { buttonClass } from '../../ui/button.js';
import { AddPhoneByCode, AddThisDevice } from './add-phone.js';
import { ReadinessCard } from './readiness-card.js';

/** Would a page reach me, and the next thing to do about it. `end`: what set-up ends with. */
export function MyReadiness({ phone = false, end = false }: { phone?: boolean; end?: boolean }) {
  const { personId } = useMe();
  const mayInvite = useMay('people.configure');
  return (
    <ReadinessCard personId={personId} who="you">
      <AddThisDevice personId={personId} prominent={phone} />
      <AddPhoneByCode />
      {end && (
        <Link to="/me" className={buttonClass('plain')}>
          Add an e-mail
        </Link>
      )}
      {mayInvite && (
        <Link to="/people" className={buttonClass('plain')}>
          Add a second person
        </Link>
      )}
    </ReadinessCard>
  );
}
