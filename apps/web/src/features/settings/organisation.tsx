import { commands } from '@tocsin/contracts/organisation/noun.js';
import type { OrganisationRow } from '@tocsin/contracts/organisation/noun.js';
import { useMay } from '../../data/session/session.js';
import { say } from '../../data/toasts.js';
import { useCommand } from '../../data/cache/use-command.js';
import { whoMay } from '../../data/session/who-may.js';
import { BarredFields } from '../../ui/barred-fields.js';
import { Section } from '../../ui/screen.js';
import { ZoneField } from '../../ui/zone-field.js';
import { useForm } from '../../ui/use-form.js';
import { SavedField } from './saved-field.js';

/** Name of the organisation, and the default time zone of invited people. */
export function Organisation({ organisation }: { organisation: OrganisationRow }) {
  const may = useMay('organisation.configure');
  return (
    <Section title="Organisation">
      <BarredFields why={!may && `Only ${whoMay('organisation.configure')} can change this.`}>
        <div className="grid gap-4 pt-2 sm:grid-cols-2">
          <Name key={organisation.name} name={organisation.name} may={may} />
          <Zone timeZone={organisation.timeZone} />
        </div>
      </BarredFields>
    </Section>
  );
}

function Name({ name, may }: { name: string; may: boolean }) {
  const rename = useCommand('RenameOrganisation', 'rename the organisation', { inForm: true });
  const form = useForm({
    initial: { name },
    schema: commands.RenameOrganisation.data,
    shape: (values) => ({ name: values.name }),
    submit: async (request) => {
      await rename.mutateAsync(request);
      say({ kind: 'done', title: 'Organisation renamed' });
    },
  });
  return (
    <SavedField
      form={form}
      may={may}
      isUnchanged={form.values.name === name}
      label="Name"
      required
      maxLength={80}
      hint="Shown in invitations and on the wall."
      {...form.field('name')}
    />
  );
}

function Zone({ timeZone }: { timeZone: string }) {
  const change = useCommand('ChangeOrganisationTimeZone', 'change the time zone');
  return (
    <ZoneField
      label="Time zone"
      hint="People you invite start with it; everyone can choose their own."
      value={timeZone}
      disabled={change.isPending}
      onChoose={(zone) => change.mutate({ timeZone: zone })}
    />
  );
}
