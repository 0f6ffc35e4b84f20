import { limits } from '@tocsin/contracts/limits.js';
import type { ContactMethod, ContactRow } from '@tocsin/contracts/contacts.js';
import { useState } from 'react';
import { readable } from '../../data/erased.js';
import { bothAtOnce, sayAdded } from '../../data/first-rules.js';
import { useCommand } from '../../data/use-command.js';
import { contactWords } from '../../data/contact-words.js';
import { reasonClause } from '../../data/words.js';
import { AddContactMethodDialog } from '../../ui/add-contact-method-dialog.js';
import { Button } from '../../ui/button.js';
import { Confirm } from '../../ui/confirm.js';
import { Section } from '../../ui/screen.js';
import { Verification } from '../../ui/verification.js';

/** By what I can be reached. */
export function ContactMethods({ contact }: { contact: ContactRow }) {
  const [isAdding, setAdding] = useState(false);
  return (
    <Section
      id="contact-methods"
      title="Contact methods"
      aside={contact.methods.length < limits.contactMethodsPerPerson && <Button onClick={() => setAdding(true)}>Add one</Button>}
    >
      {contact.methods.every(({ kind }) => kind !== 'browser') && <RingHere personId={contact.id} />}
      <ul>
        {contact.methods.map((method) => (
          <MethodLine key={method.contactMethodId} contact={contact} method={method} />
        ))}
      </ul>
      {isAdding && <AddContactMethodDialog contact={contact} onClose={() => setAdding(false)} />}
    </Section>
  );
}

/** A push address says nothing to a person. */
const where = ({ kind, address, label }: ContactMethod): string =>
  kind === 'browser' ? 'every open tab whose sound is unlocked' : kind === 'push' ? readable(label) || 'a device' : readable(address);

function MethodLine({ contact, method }: { contact: ContactRow; method: ContactMethod }) {
  const { id: personId, rules } = contact;
  const { contactMethodId, kind, verified, disabled } = method;
  const remove = useCommand('RemoveContactMethod', 'remove the contact method');
  const used = rules.filter((rule) => rule.contactMethodId === contactMethodId).length;
  return (
    <li className="border-b border-line/70 py-2">
      <div className="flex min-h-8 flex-wrap items-center gap-x-3">
        <span className="inline-block font-medium first-letter:uppercase">{contactWords[kind]}</span>
        <span className="min-w-0 truncate text-muted">{where(method)}</span>
        {verified ? (
          <span className="text-done">✓ verified</span>
        ) : (
          <span className="text-warn">{disabled ? reasonClause(disabled.reason) : 'not verified'}</span>
        )}
        <span className="ml-auto">
          <Confirm
            label="Remove"
            says={
              used > 0 ? `The ${used === 1 ? 'rule' : `${used} rules`} that use it go with it.` : 'You can’t be reached by it any more.'
            }
            act="Remove it"
            busy={remove.isPending}
            onConfirm={() => remove.mutate({ personId, contactMethodId })}
          />
        </span>
      </div>
      {!verified && !disabled && <Verification personId={personId} method={method} />}
    </li>
  );
}

/** The shortest way to be reached at all: one press. */
function RingHere({ personId }: { personId: string }) {
  const add = useCommand('AddContactMethod', 'ring you in this browser');
  // awaited here: the button is gone as soon as the method is there, and a callback of `mutate` would be gone with it
  const ring = () =>
    add.mutateAsync({ kind: 'browser', personId, rules: bothAtOnce }).then(
      () => sayAdded('This browser rings you.', bothAtOnce),
      () => {},
    );
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2 text-muted">
      You are not rung in this browser.
      <Button busy={add.isPending} onClick={() => void ring()}>
        Ring me in this browser
      </Button>
    </p>
  );
}
