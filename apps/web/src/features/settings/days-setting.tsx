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

/** A number of days that is one command; 0: never. */
interface DaysWords {
  readonly command: 'ChangeClosingByAge' | 'ChangeListedDays' | 'ChangeRawBodyRetention';
  readonly daysOf: (organisation: OrganisationRow) => number;
  readonly limits: { readonly min: number; readonly max: number };
  readonly title: string;
  /** After “could not”. */
  readonly what: string;
  readonly label: string;
  readonly hint: string;
  readonly saved: string;
}

const { closeAfterDays, listedDays, rawDays } = organisationLimits;

/** After how long an inactive alert group with a silent sender is closed, a resolved one leaves the lists, and what senders sent, byte for byte, can’t be read any more. */
export const daysSettings: readonly DaysWords[] = [
  {
    command: 'ChangeClosingByAge',
    daysOf: (organisation) => organisation.closeAfterDays ?? closeAfterDays.default,
    limits: closeAfterDays,
    title: 'Inactive alert groups',
    what: 'change when alert groups are closed',
    label: 'Close quiet alert groups after (days)',
    hint: 'Days without an alert or an action (0 = never). Only for sources that repeat their alerts, such as Alertmanager. Managers are told a day before, and the next alert reopens the group.',
    saved: 'Open alert groups follow within a day.',
  },
  {
    command: 'ChangeListedDays',
    daysOf: (organisation) => organisation.listedDays ?? listedDays.default,
    limits: listedDays,
    title: 'Old alert groups',
    what: 'change when alert groups leave the lists',
    label: 'Take resolved alert groups off the lists after (days)',
    hint: 'Days without anything happening, rounded up to the month (0 = never). Links, reports and the history keep all of them, and one that fires again comes back. A larger number brings them back.',
    saved: 'Older months leave the lists within a few hours, and what the lists are to show again is back before long.',
  },
  {
    command: 'ChangeRawBodyRetention',
    daysOf: (organisation) => organisation.rawDays ?? rawDays.default,
    limits: rawDays,
    title: 'Raw bodies',
    what: 'change how long raw bodies are kept',
    label: 'Destroy raw bodies after (days)',
    hint: 'Days, rounded up to the month (0 = never). What a monitoring system sent, byte for byte, can’t be read any more, here and in backups. Alerts, groups and reports stay. It can’t be undone.',
    saved: 'Older months are destroyed within a few hours.',
  },
];

export function DaysSetting({ words, organisation }: { words: DaysWords; organisation: OrganisationRow }) {
  const may = useMay('organisation.configure');
  const change = useCommand(words.command, words.what, { inForm: true });
  const days = String(words.daysOf(organisation));
  const form = useForm({
    initial: { days },
    schema: commands[words.command].data,
    shape: (values) => ({ days: values.days.trim() === '' ? Number.NaN : Number(values.days) }),
    submit: async (request) => {
      await change.mutateAsync(request);
      say({ kind: 'done', title: 'Saved', detail: words.saved });
    },
  });
  return (
    <Section title={words.title}>
      <BarredFields why={!may && `Only ${whoMay('organisation.configure')} can change this.`}>
        <div className="pt-2">
          <SavedField
            form={form}
            may={may}
            isUnchanged={form.values.days === days}
            label={words.label}
            type="number"
            inputMode="numeric"
            min={words.limits.min}
            max={words.limits.max}
            hint={words.hint}
            {...form.field('days')}
          />
        </div>
      </BarredFields>
    </Section>
  );
}
