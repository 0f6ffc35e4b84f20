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

const { min, max, default: usual } = organisationLimits.rawDays;

/** The number of days for which what senders sent, byte for byte, can be read. */
export function RawBodies({ organisation }: { organisation: OrganisationRow }) {
  const may = useMay('organisation.configure');
  const change = useCommand('ChangeRawBodyRetention', 'change how long raw bodies are kept', { inForm: true });
  const days = organisation.rawDays ?? usual;
  const form = useForm({
    initial: { days: String(days) },
    schema: commands.ChangeRawBodyRetention.data,
    shape: (values) => ({ days: values.days.trim() === '' ? Number.NaN : Number(values.days) }),
    submit: async (request) => {
      await change.mutateAsync(request);
      say({ kind: 'done', title: 'Saved', detail: 'Older months are destroyed within a few hours.' });
    },
  });
  return (
    <Section title="Raw bodies of signals">
      <BarredFields why={!may && `Only ${whoMay('organisation.configure')} can change this.`}>
        <div className="pt-2">
          <SavedField
            form={form}
            may={may}
            isUnchanged={form.values.days === String(days)}
            label="Destroy raw bodies after (days)"
            type="number"
            inputMode="numeric"
            min={min}
            max={max}
            hint="Days, rounded up to the month (0 = never). What a monitoring system sent, byte for byte, can’t be read any more, here and in backups. Alerts, groups and reports stay. It can’t be undone."
            {...form.field('days')}
          />
        </div>
      </BarredFields>
    </Section>
  );
}
