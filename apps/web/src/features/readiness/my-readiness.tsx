import { lazy, Suspense, useState } from 'react';
import { useMay, useMe } from '../../data/session.js';
import { useRow } from '../../data/use-view.js';
import { Button } from '../../ui/button.js';
import { AddPhoneByCode, AddThisDevice } from './add-phone.js';
import { PlainHttp } from './plain-http.js';
import { ReadinessCard } from './readiness-card.js';
import { useHere } from './use-here.js';

const AddContactMethodDialog = lazy(() =>
  import('../../ui/add-contact-method-dialog.js').then((module) => ({ default: module.AddContactMethodDialog })),
);
const InviteDialog = lazy(() => import('../../ui/invite-dialog.js').then((module) => ({ default: module.InviteDialog })));
const Verification = lazy(() => import('../../ui/verification.js').then((module) => ({ default: module.Verification })));

/** Would a page reach me, and the next thing to do about it. `end`: what set-up ends with, which has said before what plain http can’t do. */
export function MyReadiness({ phone = false, end = false }: { phone?: boolean; end?: boolean }) {
  const { personId } = useMe();
  const mayInvite = useMay('people.configure');
  const here = useHere(personId, useRow('contacts', personId).data?.row?.methods);
  return (
    <ReadinessCard personId={personId} who="you" here={here}>
      {!end && <PlainHttp />}
      <AddThisDevice personId={personId} prominent={phone} />
      <AddPhoneByCode />
      {end && <AddEmail personId={personId} />}
      {mayInvite && <AddPerson />}
    </ReadinessCard>
  );
}

/** With the code that proves it, without leaving. */
function AddEmail({ personId }: { personId: string }) {
  const contact = useRow('contacts', personId).data?.row ?? { id: personId, methods: [], rules: [] };
  const [isOpen, setOpen] = useState(false);
  const unproved = contact.methods.filter(({ kind, verified, disabled }) => kind === 'email' && !verified && !disabled);
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
