import { editableText } from '@tocsin/contracts/redactions.js';
import { commands } from '@tocsin/contracts/catalogue.js';
import type { ServiceRow } from '@tocsin/contracts/services.js';
import { useState } from 'react';
import { ApiError } from '../../data/cache/api.js';
import { useNames } from '../../data/words/names.js';
import { say } from '../../data/toasts.js';
import { useCommand } from '../../data/cache/use-command.js';
import { urgencyRuleWords } from '../../data/words/words.js';
import { Button } from '../../ui/button.js';
import { Confirm } from '../../ui/confirm.js';
import { Conflict } from '../../ui/conflict.js';
import { TextArea, TextField } from '../../ui/field.js';
import { RestoredDraft } from '../../ui/found-again.js';
import { Section } from '../../ui/screen.js';
import { useForm } from '../../ui/use-form.js';
import { useStoredState } from '../../data/session/use-kept.js';
import { ApplyToOpen } from '../alerts/shared/apply-to-open.js';
import { BacktestButton } from '../reports/shared/backtest-button.js';
import { weeklyHoursWords } from '../schedules/shared/times-words.js';
import { ServiceSentences } from './service-sentences.js';

const fieldsOf = (service: ServiceRow) => ({
  name: service.name,
  description: editableText(service.description),
  runbook: service.runbook ?? '',
  policyId: service.policyId,
  urgencyRule: service.urgencyRule,
  supportHours: service.supportHours,
  ackTimeoutMinutes: service.ackTimeoutMinutes,
  reopenWindowMinutes: service.reopenWindowMinutes,
});
type Fields = ReturnType<typeof fieldsOf>;

/** `base`: the version that is edited. */
interface Edit {
  readonly base: ServiceRow;
  readonly fields: Fields;
}

/** How a service pages. A save names the version that was edited: changes of others in the meantime are never overwritten unseen. */
export function ServiceSettings({ service }: { service: ServiceRow }) {
  const edit = useStoredState<Edit>(`service:${service.id}`, () => ({ base: service, fields: fieldsOf(service) }));
  const { base, fields } = edit.value;
  const [isConflict, setConflict] = useState(false);
  const [applyToOpen, setApplyToOpen] = useState(false);
  const names = useNames();
  const change = useCommand('ChangeService', 'save the settings; your text is still there', { inForm: true });
  const requestOf = (values: Fields) => ({
    ...values,
    teamId: service.teamId,
    serviceId: service.id,
    version: base.version,
    runbook: values.runbook.trim() || null,
    supportHours: values.urgencyRule === 'support_hours' ? values.supportHours : undefined,
  });
  const form = useForm({
    initial: fields,
    schema: commands.ChangeService.data,
    onEdit: (values) => edit.set({ base, fields: values }),
    shape: requestOf,
    submit: async (request) => {
      try {
        await change.mutateAsync({ ...request, ...(applyToOpen && request.policyId !== base.policyId ? { applyToOpen } : {}) });
        setApplyToOpen(false);
        setConflict(false);
        edit.set({ base: { ...base, ...request, version: base.version + 1 }, fields: form.values });
        edit.forget();
        say({ kind: 'done', title: 'Saved' });
      } catch (error) {
        setConflict(error instanceof ApiError && error.code === 'conflict.revision');
        throw error;
      }
    },
  });
  const startFrom = (from: ServiceRow) => {
    edit.set({ base: from, fields: fieldsOf(from) });
    edit.forget();
    form.setValues(fieldsOf(from));
    setConflict(false);
  };
  const typed = commands.ChangeService.data.safeParse(requestOf(form.values));
  const isDirty = JSON.stringify(form.values) !== JSON.stringify(fieldsOf(base));
  return (
    <Section title="Settings">
      <form noValidate className="grid gap-4 pt-2 sm:grid-cols-2" onSubmit={(event) => void form.onSubmit(event)}>
        {isConflict && service.version !== base.version && (
          <Conflict
            was={linesOf(fieldsOf(base), names.policy)}
            is={linesOf(fieldsOf(service), names.policy)}
            onKeep={() => {
              edit.set({ base: service, fields: form.values });
              setConflict(false);
            }}
            onDiscardOwn={() => startFrom(service)}
          />
        )}
        {edit.foundFrom && isDirty && !isConflict && <RestoredDraft at={edit.foundFrom} onDiscard={() => startFrom(service)} />}
        <TextField label="Name" required {...form.field('name')} />
        <TextField label="Runbook" type="url" placeholder="https://" {...form.field('runbook')} />
        <TextArea label="Description" className="sm:col-span-2" {...form.field('description')} />
        <ServiceSentences teamId={service.teamId} values={form.values} errors={form.errors} put={form.put} />
        {form.values.policyId !== base.policyId && (
          <div className="sm:col-span-2">
            <ApplyToOpen serviceIds={[service.id]} checked={applyToOpen} onChange={setApplyToOpen} />
          </div>
        )}
        <div className="flex items-center justify-between gap-2 sm:col-span-2">
          <span className="flex flex-wrap gap-2">
            <Button kind="act" type="submit" busy={form.isBusy} whyNot={!isDirty && 'No changes yet'}>
              Save
            </Button>
            {isDirty && (
              <BacktestButton
                whyNot={!typed.success && 'Fix the errors in the form first'}
                changeOf={() => (typed.success ? { type: 'ChangeService', data: typed.data } : null)}
              />
            )}
            {isDirty && (
              <Button kind="quiet" onClick={() => startFrom(service)}>
                Discard changes
              </Button>
            )}
          </span>
          <Archive service={service} />
        </div>
      </form>
    </Section>
  );
}

/** Each setting as one line of text: to show changes of others. */
const linesOf = (fields: Fields, policyName: (policyId: string) => string): Record<string, string> => ({
  name: fields.name,
  runbook: fields.runbook,
  description: fields.description,
  'escalation policy': policyName(fields.policyId),
  urgency: urgencyRuleWords[fields.urgencyRule],
  ...(fields.urgencyRule === 'support_hours' && fields.supportHours ? { 'support hours': weeklyHoursWords(fields.supportHours) } : {}),
  're-page after': fields.ackTimeoutMinutes === null ? 'default' : `${fields.ackTimeoutMinutes} min`,
  'reopens within': fields.reopenWindowMinutes === null ? 'default' : `${fields.reopenWindowMinutes} min`,
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
