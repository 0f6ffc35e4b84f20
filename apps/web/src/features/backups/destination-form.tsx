import { commands, type CommandInput } from '@tocsin/contracts/catalogue.js';
import * as backupLimits from '@tocsin/contracts/backups/limits.js';
import type { BackupsShown } from '@tocsin/contracts/backups/noun.js';
import { say } from '../../data/toasts.js';
import { useCommand } from '../../data/cache/use-command.js';
import { useRemoval } from '../../data/cache/use-removal.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { Removal } from '../../ui/resource/removal.js';
import { HistoryLink } from '../../ui/resource/resource-list.js';
import { Section } from '../../ui/screen.js';
import { SegmentedControl } from '../../ui/segmented-control.js';
import { useForm } from '../../ui/use-form.js';
import { DestinationTest } from './destination-test.js';
import { initialOf, requestOf, typedOf, type DestinationValues } from './destination-values.js';

const places = [
  { value: 'folder', label: 'Folder' },
  { value: 'bucket', label: 'S3-compatible bucket' },
] as const;

interface Props {
  shown: BackupsShown;
  again: () => void;
}

/** Destination, schedule and retention, as they are typed: tested, then saved. */
export function DestinationForm({ shown, again: reload }: Props) {
  const configure = useCommand('ConfigureBackups', 'set the destination', { inForm: true });
  const form = useForm({
    initial: initialOf(shown),
    schema: commands.ConfigureBackups.data,
    shape: requestOf,
    submit: async (request) => {
      await configure.mutateAsync(request);
      say({ kind: 'done', title: 'Saved', detail: 'A backup is being made.' });
      reload();
    },
  });
  return (
    <Section title="Destination" aside={<HistoryLink search={{ stream: 'backups' }} of="Backups" />}>
      <form noValidate className="space-y-4 pt-1" onSubmit={(event) => void form.onSubmit(event)}>
        <SegmentedControl
          label="Kind of destination"
          segments={places}
          value={form.values.place}
          onChange={(place) => form.put({ place })}
        />
        {form.values.place === 'folder' ? (
          <TextField
            label="Folder"
            placeholder="/mnt/backups/tocsin"
            hint="On another disk. It must exist, and Tocsin must be allowed to write there."
            required
            autoComplete="off"
            spellCheck={false}
            {...form.field('folder')}
            error={form.field('address').error}
          />
        ) : (
          <BucketFields form={form} hasSecret={Boolean(shown.destination?.keyId)} />
        )}
        <ScheduleFields form={form} />
        {form.problem && (
          <p role="alert" className="text-warn">
            {form.problem}
          </p>
        )}
        <DestinationTest destination={typedOf(form.values)} />
        <div className="flex gap-2 pt-1">
          <Button kind="act" type="submit" busy={form.isBusy}>
            Save
          </Button>
          {shown.destination && <TurnOff again={reload} />}
        </div>
      </form>
    </Section>
  );
}

interface FieldsProps {
  form: Pick<ReturnType<typeof useForm<DestinationValues, CommandInput<'ConfigureBackups'>>>, 'values' | 'field'>;
}

const ScheduleFields = ({ form }: FieldsProps) => (
  <div className="grid gap-4 sm:grid-cols-2">
    <TextField
      label="Every (minutes)"
      type="number"
      inputMode="numeric"
      min={backupLimits.everyMinutes.min}
      max={backupLimits.everyMinutes.max}
      hint="So much is lost at most with the machine."
      {...form.field('everyMinutes')}
    />
    <TextField
      label="Keep older bases (days)"
      type="number"
      inputMode="numeric"
      min={backupLimits.keepDays.min}
      max={backupLimits.keepDays.max}
      hint="After a newer one. A base is made each week; the two newest always stay."
      {...form.field('keepDays')}
    />
  </div>
);

const BucketFields = ({ form, hasSecret }: FieldsProps & { hasSecret: boolean }) => (
  <>
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label="Bucket"
        placeholder="tocsin-backups"
        required
        autoComplete="off"
        spellCheck={false}
        {...form.field('bucket')}
        error={form.field('address').error}
      />
      <TextField label="Prefix" placeholder="prod" hint="May be empty." autoComplete="off" spellCheck={false} {...form.field('prefix')} />
    </div>
    <div className="grid gap-4 sm:grid-cols-[1fr_12rem]">
      <TextField
        label="Endpoint"
        placeholder="https://minio.example.org:9000"
        hint="Leave empty for Amazon."
        autoComplete="off"
        spellCheck={false}
        {...form.field('endpoint')}
      />
      <TextField label="Region" placeholder="us-east-1" autoComplete="off" spellCheck={false} {...form.field('region')} />
    </div>
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField label="Access key" required autoComplete="off" spellCheck={false} {...form.field('keyId')} />
      <TextField
        label="Secret key"
        type="password"
        autoComplete="new-password"
        placeholder={hasSecret ? 'unchanged' : ''}
        hint="Stored in the vault, shown nowhere."
        {...form.field('secret')}
      />
    </div>
  </>
);

function TurnOff({ again: reload }: { again: () => void }) {
  const remove = useRemoval('TurnOffBackups', 'turn backups off');
  return (
    <Removal
      label="Turn off"
      title="Turn backups off"
      says="No more backups are made. What was backed up stays where it is."
      act="Turn backups off"
      onRemove={async () => {
        await remove({});
        say({ kind: 'done', title: 'Backups turned off' });
        reload();
      }}
    />
  );
}
