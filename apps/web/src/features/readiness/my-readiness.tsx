import { contactTraits } from '@tocsin/contracts/contacts/kinds.js';
import { Suspense, useState, type ReactNode } from 'react';
import { useMay, useMe } from '../../data/session/session.js';
import { useAheadReading } from '../schedules/shared/use-ahead.js';
import { useReadiness, useReadinessReadings } from './shared/use-readiness.js';
import { useEvery, useRow } from '../../data/cache/use-view.js';
import { Button } from '../../ui/button.js';
import { AddPhoneByCode, AddThisDevice } from './add-phone.js';
import { OnCallAhead } from './on-call-ahead.js';
import { PlainHttp } from './plain-http.js';
import { ReadinessBox } from './readiness-box.js';
import { ReadinessCard } from './readiness-card.js';
import { useThisBrowser } from './use-this-browser.js';
import { lazyPart } from '../../ui/lazy-part.js';

const AddContactMethodDialog = lazyPart(() => import('../contacts/shared/add-contact-method-dialog.js'), 'AddContactMethodDialog');
const InviteDialog = lazyPart(() => import('../people/shared/invite-dialog.js'), 'InviteDialog');
const Verification = lazyPart(() => import('../contacts/shared/verification.js'), 'Verification');

/**
 * Would a page reach me, and the next thing to do about it. `listed`: each contact method has a row below. `end`: what set-up ends with,
 * which has said before what plain http can’t do.
 */
export function MyReadiness({
  phone = false,
  end = false,
  listed = false,
  below,
}: {
  phone?: boolean;
  end?: boolean;
  listed?: boolean;
  below: ReactNode;
}) {
  const { personId } = useMe();
  const mayInvite = useMay('people.configure');
  const { data: contact } = useRow('contacts', personId);
  const here = useThisBrowser(personId, contact && (contact.row?.methods ?? none));
  const readiness = useReadiness(personId, here?.facts);
  const looked = { data: here, error: null, isFetching: false };
  return (
    <ReadinessBox of={[...useReadinessReadings(personId), useEvery('teams'), looked, useAheadReading()]} lines={7} below={below}>
      {readiness && here && (
        <>
          <OnCallAhead personId={personId} readiness={readiness} who="you" />
          <ReadinessCard readiness={readiness} who="you" listed={listed}>
            {!end && <PlainHttp />}
            <AddThisDevice personId={personId} isNotified={here.isNotified} prominent={phone} />
            <AddPhoneByCode />
            {end && <AddEmail personId={personId} />}
            {mayInvite && <AddPerson />}
          </ReadinessCard>
        </>
      )}
    </ReadinessBox>
  );
}

const none: readonly never[] = [];

/** Adds an e-mail address and verifies its code in place. */
function AddEmail({ personId }: { personId: string }) {
  const contact = useRow('contacts', personId).data?.row ?? { id: personId, methods: [], rules: [] };
  const [isOpen, setOpen] = useState(false);
  const unproved = contact.methods.filter(
    ({ kind, verified, disabled }) => contactTraits[kind].address === 'email' && !verified && !disabled,
  );
  return (
    <>
      <Button onClick={() => setOpen(true)}>Add an e-mail</Button>
      <Suspense>
        {isOpen && <AddContactMethodDialog contact={contact} onClose={() => setOpen(false)} />}
        {unproved.map((method) => (
          <div key={method.contactMethodId} className="basis-full">
            <Verification personId={personId} method={method} />
          </div>
        ))}
      </Suspense>
    </>
  );
}

function AddPerson() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Add a second person</Button>
      <Suspense>{isOpen && <InviteDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
