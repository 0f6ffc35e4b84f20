import { commands, type HeartbeatSchedule, type HeartbeatShown } from '@tocsin/contracts/heartbeats/noun.js';
import { useNavigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import { v7 } from 'uuid';
import { useCommand } from '../../data/cache/use-command.js';
import { useAll } from '../../data/cache/use-view.js';
import { browserZone } from '../../data/time/zone-times.js';
import { Check, TextField } from '../../ui/field.js';
import { laterPart } from '../../ui/lazy-part.js';
import { FormDialog } from '../../ui/resource/form-dialog.js';
import { ComboField, namedOptions } from '../../ui/combo-field.js';
import { SelectField } from '../../ui/select.js';
import { choiceIn, useForm } from '../../ui/use-form.js';
import { ZoneField } from '../../ui/zone-field.js';
import { OwnedByFile } from '../config-files/shared/owned-by-file.js';
import { useServiceJobs } from './use-service-jobs.js';

const NextMarks = laterPart(() => import('./next-marks.js'), 'NextMarks');

const atFirst = {
  serviceId: '',
  name: '',
  kind: 'cron' as HeartbeatSchedule['kind'],
  every: '60',
  cron: '0 3 * * *',
  zone: browserZone(),
  grace: '',
  longestRun: '',
  tolerate: '0',
  urgency: 'high' as HeartbeatShown['urgency'],
  postOnly: false,
};
type Values = typeof atFirst;

const scheduleFields = (schedule: HeartbeatSchedule): Partial<Values> =>
  schedule.kind === 'interval' ? { kind: 'interval', every: String(schedule.every) } : { ...schedule };

const initialOf = (row: HeartbeatShown | undefined): Values => {
  if (!row) return atFirst;
  const { name, schedule, grace, longestRun, tolerate, urgency, postOnly } = row;
  const texts = { grace: String(grace), longestRun: String(longestRun), tolerate: String(tolerate) };
  return { ...atFirst, name, ...scheduleFields(schedule), ...texts, urgency, postOnly };
};

const numberOf = (text: string): number | undefined => (text.trim() === '' ? undefined : Number(text));

const settingsOf = ({ name, kind, every, cron, zone, grace, longestRun, tolerate, urgency, postOnly }: Values) => ({
  name,
  schedule: kind === 'interval' ? { kind: 'interval' as const, every: Number(every) } : { kind: 'cron' as const, cron, zone },
  grace: numberOf(grace),
  longestRun: numberOf(longestRun),
  tolerate: Number(tolerate),
  urgency,
  postOnly,
});

/** Creates a heartbeat, or changes one. */
export function HeartbeatDialog({ row, onClose }: { row?: HeartbeatShown; onClose: () => void }) {
  const navigate = useNavigate();
  const jobsOf = useServiceJobs();
  const services = useAll('services').filter(({ state }) => state === 'active');
  const create = useCommand('CreateHeartbeat', 'create the heartbeat', { inForm: true });
  const change = useCommand('ChangeHeartbeat', 'change the heartbeat', { inForm: true });
  const heartbeatId = row?.id ?? v7();
  const form = useForm({
    initial: initialOf(row),
    schema: commands.ChangeHeartbeat.data,
    shape: (values) => ({ heartbeatId, ...settingsOf(values) }),
    submit: async (request) => {
      if (row) await change.mutateAsync(request);
      else {
        const integrationId = await jobsOf(form.values.serviceId || services[0]!.id);
        await create.mutateAsync({ ...request, integrationId });
      }
      onClose();
      if (!row) await navigate({ to: '/heartbeats/$id', params: { id: heartbeatId } });
    },
  });
  return (
    <FormDialog title={row ? 'Change the heartbeat' : 'New heartbeat'} act={row ? 'Save' : 'Create'} form={form} onClose={onClose}>
      {row && <OwnedByFile id={row.id} />}
      <TextField label="Name" placeholder="Nightly backup" required {...form.field('name')} />
      {!row && (
        <ComboField
          label="Service"
          hint="Its policy says who is paged."
          options={namedOptions(services)}
          {...choiceIn(form, 'serviceId')}
          value={form.values.serviceId || (services[0]?.id ?? '')}
        />
      )}
      <Expected form={form} />
      <div className="grid grid-cols-2 gap-4">
        <TextField label="Grace, in minutes" placeholder="from the times" inputMode="numeric" {...form.field('grace')} />
        <TextField label="Longest run, in minutes" placeholder="as the grace" inputMode="numeric" {...form.field('longestRun')} />
        <SelectField label="Tolerated in a row" {...form.field('tolerate')}>
          {Array.from({ length: 10 }, (_, n) => (
            <option key={n}>{n}</option>
          ))}
        </SelectField>
        <SelectField label="Urgency" {...form.field('urgency')}>
          <option value="high">high</option>
          <option value="low">low</option>
        </SelectField>
      </div>
      <Check
        label="Only POST counts: previews of links fetch an address, too"
        checked={form.values.postOnly}
        onChange={({ target }) => form.set('postOnly', target.checked)}
      />
    </FormDialog>
  );
}

type Form = Pick<ReturnType<typeof useForm<Values, unknown>>, 'values' | 'field' | 'errors' | 'put'>;

function Expected({ form }: { form: Form }) {
  const { kind, cron, zone } = form.values;
  const inSchedule = (name: string): string | undefined => form.errors[`schedule.${name}`];
  return (
    <>
      <SelectField label="Expected" {...form.field('kind')}>
        <option value="cron">at the times of a cron expression</option>
        <option value="interval">again after some minutes</option>
      </SelectField>
      {kind === 'interval' ? (
        <TextField label="Minutes between two pings" inputMode="numeric" {...form.field('every')} error={inSchedule('every')} />
      ) : (
        <>
          <TextField label="Cron expression" spellCheck={false} {...form.field('cron')} error={inSchedule('cron')} />
          <ZoneField
            label="Time zone"
            hint="That of the machine on which the job runs; often UTC."
            {...choiceIn(form, 'zone')}
            error={inSchedule('zone')}
          />
          <Suspense>
            <NextMarks cron={cron} zone={zone} />
          </Suspense>
        </>
      )}
    </>
  );
}
