import { contactTraits } from '@tocsin/contracts/contacts/kinds.js';
import * as contactLimits from '@tocsin/contracts/contacts/limits.js';
import type { ContactRow } from '@tocsin/contracts/contacts/rows.js';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { bothAtOnce, sayAdded } from './first-rules.js';
import { useCommand } from '../../../data/cache/use-command.js';
import { useReadiness } from '../../readiness/shared/use-readiness.js';
import { AddContactMethodDialog } from './add-contact-method-dialog.js';
import { Button } from '../../../ui/button.js';
import { laterPart } from '../../../ui/lazy-part.js';
import { Section } from '../../../ui/screen.js';
import { MethodRow } from '../method-row.js';

const ContactCard = laterPart(() => import('../contact-card.js'), 'ContactCard');

const PhoneOffers = laterPart(() => import('../phone-offers.js'), 'PhoneOffers');

const NightTest = laterPart(() => import('../night-test.js'), 'NightTest');

/** The ways I am reached, a row each. */
export function ContactMethods({ contact }: { contact: ContactRow }) {
  const [isAdding, setAdding] = useState(false);
  const readiness = useReadiness(contact.id);
  const { methods, rules } = contact;
  return (
    <Section
      id="contact-methods"
      title="Contact methods"
      aside={methods.length < contactLimits.contactMethodsPerPerson && <Button onClick={() => setAdding(true)}>Add contact method</Button>}
    >
      {contact.phoneOffers !== undefined && <PhoneOffers contact={contact} />}
      {methods.every(({ kind }) => contactTraits[kind].loudness !== 'tab') && <RingHere personId={contact.id} />}
      <ul>
        {methods.map((method) => (
          <MethodRow
            key={method.contactMethodId}
            contact={contact}
            method={method}
            known={readiness?.methods.find((one) => one.method.contactMethodId === method.contactMethodId)}
          />
        ))}
      </ul>
      {methods.length > 0 && rules.every(({ urgency }) => urgency !== 'low') && (
        <p className="pt-2 text-xs text-muted">
          No rule for low urgency: those pages are sent by e-mail, or by your first method that works.
        </p>
      )}
      {methods.some(({ kind }) => contactTraits[kind].address === 'phone') && <ContactCard />}
      <NightTest contact={contact} />
      {methods.length > 0 && (
        <p className="pt-2 text-xs">
          <Link to="/messages" search={{ person: contact.id }} className="link">
            Messages sent to you
          </Link>
        </p>
      )}
      {isAdding && <AddContactMethodDialog contact={contact} onClose={() => setAdding(false)} />}
    </Section>
  );
}

/** The shortest way to be reached at all: one press. */
function RingHere({ personId }: { personId: string }) {
  const add = useCommand('AddContactMethod', 'turn on browser alerts');
  // awaited here: the button is gone as soon as the method is there, and a callback of `mutate` would be gone with it
  const ring = () =>
    add.mutateAsync({ kind: 'browser', personId, rules: bothAtOnce }).then(
      () => sayAdded('Alerts are on in this browser.', bothAtOnce),
      () => {},
    );
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2 text-muted">
      Open browser tabs don’t alert you.
      <Button busy={add.isPending} onClick={() => void ring()}>
        Turn on browser alerts
      </Button>
    </p>
  );
}
