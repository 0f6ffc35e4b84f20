import { personPermission } from '@tocsin/contracts/people/person-permission.js';
import type { ViewRow } from '@tocsin/contracts/catalogue.js';
import { organisationRoles, type OrganisationRole } from '@tocsin/contracts/permissions.js';
import { useState } from 'react';
import { useAccessAgain } from '../../data/session/access.js';
import { plainName, usePerson } from '../../data/words/names.js';
import { useMay, useMe } from '../../data/session/session.js';
import { useCommand } from '../../data/cache/use-command.js';
import { whoMay } from '../../data/session/who-may.js';
import { BarredFields } from '../../ui/barred-fields.js';
import { Button } from '../../ui/button.js';
import { Check } from '../../ui/field.js';
import { Section } from '../../ui/screen.js';
import { OwnerDialog } from './owner-dialog.js';
import { DisableDialog } from './disable-dialog.js';
import { ObserverDialog } from './observer-dialog.js';
import { roleHints } from './shared/role-words.js';
import { SignInHelp } from './sign-in-help.js';
import { SelectField } from '../../ui/select.js';

type Person = ViewRow<'people'>;

/** Role, auditor flag and account state. Read-only without the permission, with a hint who has it. */
export function Access({ person }: { person: Person }) {
  const { personId: me } = useMe();
  const mayPeople = useMay('people.configure');
  const mayOwners = useMay('owner.configure');
  const may = useMay(personPermission(person.role));
  return (
    <Section title="Access">
      <BarredFields
        why={
          !may &&
          (mayPeople ? `Only ${whoMay('owner.configure')} can change an owner.` : `Only ${whoMay('people.configure')} can change this.`)
        }
      >
        <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-5 pt-2">
          <Role person={person} mayOwners={mayOwners} />
          {person.id !== me && <Door person={person} />}
        </div>
        <Auditor person={person} />
        {may && person.state === 'active' && person.id !== me && (
          <SignInHelp personId={person.id} name={plainName(person.name)} isOwner={person.role === 'owner'} />
        )}
      </BarredFields>
    </Section>
  );
}

function Role({ person, mayOwners }: { person: Person; mayOwners: boolean }) {
  const { id: personId, role } = person;
  const name = plainName(person.name);
  const change = useCommand('ChangePersonRole', `change the role of ${name}`);
  const again = useAccessAgain(personId);
  const [confirming, setConfirming] = useState<'owner' | 'observer' | null>(null);
  const make = (to: OrganisationRole) => change.mutate({ personId, role: to }, { onSuccess: ({ token }) => void again(token) });
  return (
    <>
      <SelectField
        label="Role"
        hint={roleHints[role]}
        value={role}
        disabled={change.isPending}
        className="w-72 max-sm:w-full"
        onChange={({ target }) => {
          const to = target.value as OrganisationRole;
          if (to === 'owner' || to === 'observer') setConfirming(to);
          else make(to);
        }}
      >
        {organisationRoles.map((one) => (
          <option key={one} disabled={personPermission(one) === 'owner.configure' && !mayOwners}>
            {one}
          </option>
        ))}
      </SelectField>
      {confirming === 'owner' && (
        <OwnerDialog
          name={name}
          isInvited={person.state === 'invited'}
          onConfirm={() => make('owner')}
          onClose={() => setConfirming(null)}
        />
      )}
      {confirming === 'observer' && <ObserverDialog id={personId} name={name} onClose={() => setConfirming(null)} />}
    </>
  );
}

function Auditor({ person: { id: personId, name, auditor } }: { person: Person }) {
  const make = useCommand('MakeAuditor', `make ${plainName(name)} an auditor`);
  const end = useCommand('EndAuditor', `remove the auditor role from ${plainName(name)}`);
  return (
    <div className="mt-4">
      <Check
        label="Also auditor: may see full addresses and IPs"
        checked={auditor}
        disabled={make.isPending || end.isPending}
        onChange={() => (auditor ? end : make).mutate({ personId })}
      />
    </div>
  );
}

/** Enable or disable. */
function Door({ person: { id: personId, name, state, replacedById } }: { person: Person }) {
  const enable = useCommand('EnablePerson', `enable ${plainName(name)}`);
  const [isOpen, setOpen] = useState(false);
  const replacement = usePerson(replacedById);
  if (state !== 'disabled')
    return (
      <>
        <Button className="sm:mt-6" onClick={() => setOpen(true)}>
          {state === 'invited' ? 'Withdraw the invitation' : 'Disable'}
        </Button>
        {isOpen && <DisableDialog isInvited={state === 'invited'} id={personId} name={plainName(name)} onClose={() => setOpen(false)} />}
      </>
    );
  return (
    <div className="sm:mt-6">
      <Button busy={enable.isPending} onClick={() => enable.mutate({ personId })}>
        Enable again
      </Button>
      {replacedById && <p className="mt-1 text-xs text-muted">{replacement} replaces them.</p>}
    </div>
  );
}
