import { personPermission } from '@tocsin/contracts/people/person-permission.js';
import { peopleCommands } from '@tocsin/contracts/people/commands.js';
import { organisationRoles, type OrganisationRole } from '@tocsin/contracts/permissions.js';
import { useState } from 'react';
import { useMay } from '../../../data/session/session.js';
import { useCommand } from '../../../data/cache/use-command.js';
import { Dialog } from '../../../ui/dialog.js';
import { FormButtons } from '../../../ui/dialog-buttons.js';
import { TextField } from '../../../ui/field.js';
import { SelectField } from '../../../ui/select.js';
import { useForm } from '../../../ui/use-form.js';
import { InvitationLink } from './invitation-link.js';
import { roleHints } from './role-words.js';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Invites a person, and shows the invitation link, because e-mail may not be set up. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const invite = useCommand('InvitePerson', 'invite them', { inForm: true });
  const [invitation, setInvitation] = useState<{ link: string; personId: string; isRepeated: boolean } | null>(null);
  const mayOwners = useMay('owner.configure');
  const [isMailed, setMailed] = useState(false);
  const form = useForm({
    initial: { name: '', email: '', role: 'member' },
    schema: peopleCommands.InvitePerson.data,
    shape: ({ role, ...values }) => ({ ...values, role: role as OrganisationRole }),
    submit: async (request) => {
      const { says } = await invite.mutateAsync(request);
      setMailed(says.mailed);
      setInvitation({ link: text(says.invitation), personId: text(says.personId), isRepeated: says.earlierInvitation === 'ended' });
    },
  });
  if (invitation) return <InvitationLink {...invitation} name={form.values.name} isMailed={isMailed} onClose={onClose} />;
  return (
    <Dialog title="Invite someone" onClose={onClose}>
      <form noValidate className="space-y-4" onSubmit={(event) => void form.onSubmit(event)}>
        <TextField label="Name" required {...form.field('name')} />
        <TextField label="E-mail" type="email" required {...form.field('email')} />
        <SelectField label="Role" hint={roleHints[form.values.role as OrganisationRole]} {...form.field('role')}>
          {organisationRoles.map((role) => (
            <option key={role} disabled={personPermission(role) === 'owner.configure' && !mayOwners}>
              {role}
            </option>
          ))}
        </SelectField>
        <FormButtons busy={form.isBusy} onCancel={onClose}>
          Invite
        </FormButtons>
      </form>
    </Dialog>
  );
}
