import type { ServiceRow } from '@tocsin/contracts/services/noun.js';
import { useNames } from '../../data/words/names.js';
import { useCommand } from '../../data/cache/use-command.js';
import { urgentWhen } from './urgency-words.js';
import { Button } from '../../ui/button.js';
import { Confirm } from '../../ui/confirm.js';
import { Conflict } from '../../ui/conflict.js';
import { TextArea, TextField } from '../../ui/field.js';
import { RestoredDraft } from '../../ui/restored-draft.js';
import { Section } from '../../ui/screen.js';
import { ApplyToOpen } from '../alerts/shared/apply-to-open.js';
import { OwnedByFile } from '../config-files/shared/owned-by-file.js';
import { BacktestButton } from '../reports/shared/backtest-button.js';
import { weeklyHoursWords } from '../schedules/shared/times-words.js';
import { groupingWords } from '../route-rules/shared/grouping-words.js';
import { LabelLines } from './service-labels.js';
import { ServiceSentences } from './service-sentences.js';
import { fieldsOf, useServiceEdit, type Fields, type ServiceEdit } from './use-service-edit.js';

interface Props {
  service: ServiceRow;
}

/** How a service pages. */
export function ServiceSettings({ service }: Props) {
  const edit = useServiceEdit(service);
  const { base, form, hasConflict } = edit;
  return (
    <Section title="Settings">
      <form noValidate className="grid gap-4 pt-2 sm:grid-cols-2" onSubmit={(event) => void form.onSubmit(event)}>
        <OwnedByFile id={service.id} className="sm:col-span-2" />
        {hasConflict && service.version !== base.version && <SettingsConflict service={service} edit={edit} />}
        {edit.foundFrom && edit.isDirty && !hasConflict && <RestoredDraft at={edit.foundFrom} onDiscard={() => edit.startFrom(service)} />}
        <TextField label="Name" required {...form.field('name')} />
        <TextField label="Runbook" type="url" placeholder="https://" {...form.field('runbook')} />
        <TextArea label="Description" className="sm:col-span-2" {...form.field('description')} />
        <LabelLines
          labels={form.values.labels}
          error={Object.entries(form.errors).find(([path]) => path.startsWith('labels'))?.[1]}
          onChange={(labels) => form.put({ labels })}
        />
        <ServiceSentences serviceId={service.id} teamId={service.teamId} values={form.values} errors={form.errors} put={form.put} />
        {form.values.policyId !== base.policyId && (
          <div className="sm:col-span-2">
            <ApplyToOpen serviceIds={[service.id]} checked={edit.applyToOpen} onChange={edit.setApplyToOpen} />
          </div>
        )}
        <div className="flex items-center justify-between gap-2 sm:col-span-2">
          <SaveButtons edit={edit} onDiscard={() => edit.startFrom(service)} />
          <Archive service={service} />
        </div>
      </form>
    </Section>
  );
}

function SettingsConflict({ service, edit: { base, rebase, startFrom } }: Props & { edit: ServiceEdit }) {
  const names = useNames();
  return (
    <Conflict
      was={linesOf(fieldsOf(base), names.policy)}
      is={linesOf(fieldsOf(service), names.policy)}
      onKeep={rebase}
      onDiscardOwn={() => startFrom(service)}
    />
  );
}

const SaveButtons = ({ edit: { form, isDirty, change }, onDiscard }: { edit: ServiceEdit; onDiscard: () => void }) => (
  <span className="flex flex-wrap gap-2">
    <Button kind="act" type="submit" busy={form.isBusy} whyNot={!isDirty && 'No changes yet'}>
      Save
    </Button>
    {isDirty && <BacktestButton whyNot={!change && 'Fix the errors in the form first'} changeOf={() => change} />}
    {isDirty && (
      <Button kind="quiet" onClick={onDiscard}>
        Discard changes
      </Button>
    )}
  </span>
);

/** Each setting as one line of text: to show changes of others. */
const linesOf = (fields: Fields, policyName: (policyId: string) => string): Record<string, string> => ({
  name: fields.name,
  runbook: fields.runbook,
  description: fields.description,
  'escalation policy': policyName(fields.policyId),
  urgent: urgentWhen[fields.urgencyRule],
  ...(fields.urgencyRule === 'support_hours' && fields.supportHours ? { 'support hours': weeklyHoursWords(fields.supportHours) } : {}),
  're-page after': fields.ackTimeoutMinutes === null ? 'default' : `${fields.ackTimeoutMinutes} min`,
  labels: Object.entries(fields.labels)
    .map(([name, value]) => `${name}=${value}`)
    .join(', '),
  alerts: fields.grouping ? groupingWords(fields.grouping) : 'grouped as their senders do',
  'reopens within': fields.reopenWindowMinutes === null ? 'default' : `${fields.reopenWindowMinutes} min`,
  flapping: fields.flapDetection ? 'pages once' : 'pages each time',
});

function Archive({ service: { teamId, id: serviceId, name, state } }: { service: ServiceRow }) {
  const archive = useCommand('ArchiveService', `archive ${name}`);
  const restore = useCommand('RestoreService', `make ${name} active`);
  if (state === 'archived')
    return (
      <Button busy={restore.isPending} onClick={() => restore.mutate({ teamId, serviceId })}>
        Restore
      </Button>
    );
  return (
    <Confirm
      label="Archive"
      says={`${name} is removed from the lists. If something still arrives for it, the managers of its team are paged.`}
      act="Archive service"
      busy={archive.isPending}
      onConfirm={() => archive.mutate({ teamId, serviceId })}
    />
  );
}
