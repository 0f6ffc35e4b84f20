import { commands } from '@tocsin/contracts/organisation/noun.js';
import * as organisationLimits from '@tocsin/contracts/organisation/limits.js';
import type { OrganisationRow } from '@tocsin/contracts/organisation/noun.js';
import { useMay } from '../../data/session/session.js';
import { say } from '../../data/toasts.js';
import { useCommand } from '../../data/cache/use-command.js';
import { whoMay } from '../../data/session/who-may.js';
import { BarredFields } from '../../ui/barred-fields.js';
import { Section } from '../../ui/screen.js';
import { useForm } from '../../ui/use-form.js';
import { SavedField } from './saved-field.js';

const { min, max, default: usual } = organisationLimits.closeAfterDays;

/** The number of days after which an inactive alert group with a silent sender is closed. */
export function ClosingByAge({ organisation }: { organisation: OrganisationRow }) {
  const may = useMay('organisation.configure');
  const change = useCommand('ChangeClosingByAge', 'change when alert groups are closed', { inForm: true });
  const days = organisation.closeAfterDays ?? usual;
  const form = useForm({
    initial: { days: String(days) },
    schema: commands.ChangeClosingByAge.data,
    shape: (values) => ({ days: values.days.trim() === '' ? Number.NaN : Number(values.days) }),
    submit: async (request) => {
      await change.mutateAsync(request);
      say({ kind: 'done', title: 'Saved', detail: 'Open alert groups follow within a day.' });
    },
  });
  return (
    <Section title="Inactive alert groups">
      <BarredFields why={!may && `Only ${whoMay('organisation.configure')} can change this.`}>
        <div className="pt-2">
          <SavedField
            form={form}
            may={may}
            isUnchanged={form.values.days === String(days)}
            label="Close quiet alert groups after (days)"
            type="number"
            inputMode="numeric"
            min={min}
            max={max}
            hint="Days without an alert or an action (0 = never). Only for sources that repeat their alerts, such as Alertmanager. Managers are told a day before, and the next alert reopens the group."
            {...form.field('days')}
          />
        </div>
      </BarredFields>
    </Section>
  );
}
