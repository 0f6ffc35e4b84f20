import { commands } from '@tocsin/contracts/services/noun.js';
import { toEditableText } from '@tocsin/contracts/redactions/noun.js';
import type { ServiceRow } from '@tocsin/contracts/services/noun.js';
import { useState } from 'react';
import { ApiError } from '../../data/cache/api.js';
import { useCommand } from '../../data/cache/use-command.js';
import { useStoredState } from '../../data/session/use-stored-state.js';
import { say } from '../../data/toasts.js';
import { useForm } from '../../ui/use-form.js';

export const fieldsOf = (service: ServiceRow) => ({
  name: service.name,
  description: toEditableText(service.description),
  runbook: service.runbook ?? '',
  policyId: service.policyId,
  urgencyRule: service.urgencyRule,
  supportHours: service.supportHours,
  ackTimeoutMinutes: service.ackTimeoutMinutes,
  reopenWindowMinutes: service.reopenWindowMinutes,
  flapDetection: service.flapDetection,
  labels: service.labels ?? {},
  grouping: service.grouping ?? null,
});
export type Fields = ReturnType<typeof fieldsOf>;

/** `base`: the version that is edited. */
interface Edit {
  readonly base: ServiceRow;
  readonly fields: Fields;
}

/** The settings of a service while they are edited. A save names the version that was edited: changes of others in the meantime are never overwritten unseen. */
export function useServiceEdit(service: ServiceRow) {
  const edit = useStoredState<Edit>(`service:${service.id}`, () => ({ base: service, fields: fieldsOf(service) }));
  const { base, fields } = edit.value;
  const [hasConflict, setHasConflict] = useState(false);
  const [applyToOpen, setApplyToOpen] = useState(false);
  const change = useCommand('ChangeService', 'save the settings; your text is still there', { inForm: true });
  const requestOf = (values: Fields) => ({
    ...values,
    teamId: service.teamId,
    serviceId: service.id,
    version: base.version,
    runbook: values.runbook.trim() || null,
    supportHours: values.urgencyRule === 'support_hours' ? values.supportHours : null,
    flapDetection: values.flapDetection ?? false,
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
        setHasConflict(false);
        const { supportHours, flapDetection, ...rest } = request;
        const optional = { supportHours: supportHours ?? undefined, flapDetection: flapDetection || undefined };
        const saved = { ...base, ...rest, ...optional, version: base.version + 1 };
        edit.set({ base: saved, fields: form.values });
        edit.forget();
        say({ kind: 'done', title: 'Saved' });
      } catch (error) {
        setHasConflict(error instanceof ApiError && error.code === 'conflict.revision');
        throw error;
      }
    },
  });
  const typed = commands.ChangeService.data.safeParse(requestOf(form.values));
  return {
    base,
    form,
    applyToOpen,
    setApplyToOpen,
    isDirty: JSON.stringify(form.values) !== JSON.stringify(fieldsOf(base)),
    hasConflict,
    foundFrom: edit.foundFrom,
    /** What is typed, as a command; null where something in it is wrong. */
    change: typed.success ? { type: 'ChangeService' as const, data: typed.data } : null,
    startFrom: (from: ServiceRow) => {
      edit.set({ base: from, fields: fieldsOf(from) });
      edit.forget();
      form.setValues(fieldsOf(from));
      setHasConflict(false);
    },
    /** My text, on top of what someone else saved. */
    rebase: () => {
      edit.set({ base: service, fields: form.values });
      setHasConflict(false);
    },
  };
}
export type ServiceEdit = ReturnType<typeof useServiceEdit>;
