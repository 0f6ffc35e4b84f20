import { commands } from '@tocsin/contracts/catalogue.js';
import { limits } from '@tocsin/contracts/limits.js';
import { urgencyRules, type ServiceRow, type UrgencyRule } from '@tocsin/contracts/services.js';
import { useState } from 'react';
import { ApiError } from '../../data/api.js';
import { say } from '../../data/toasts.js';
import { useCommand } from '../../data/use-command.js';
import { useAll } from '../../data/use-view.js';
import { urgencyRuleWords } from '../../data/words.js';
import { Button } from '../../ui/button.js';
import { Confirm } from '../../ui/confirm.js';
import { Conflict } from '../../ui/conflict.js';
import { SelectField, TextArea, TextField } from '../../ui/field.js';
import { Section } from '../../ui/screen.js';
import { useForm } from '../../ui/use-form.js';

const fieldsOf = (service: ServiceRow) => ({
  name: service.name,
  description: service.description,
  runbook: service.runbook ?? '',
  policyId: service.policyId,
  urgencyRule: service.urgencyRule as string,
  ackTimeoutMinutes: service.ackTimeoutMinutes === null ? '' : String(service.ackTimeoutMinutes),
  reopenWindowMinutes: service.reopenWindowMinutes === null ? '' : String(service.reopenWindowMinutes),
});

const minutes = (text: string) => (text.trim() === '' ? null : Number(text));

/** How a service pages. A save names the version that was edited: what somebody else changed meanwhile is never overwritten unseen. */
export function ServiceSettings({ service }: { service: ServiceRow }) {
  const [base, setBase] = useState(service);
  const [isConflict, setConflict] = useState(false);
  const change = useCommand('ChangeService', 'save the settings; your text is still there', { inForm: true });
  const policies = useAll('policies').filter(({ teamId, removed }) => teamId === service.teamId && !removed);
  const form = useForm({
    initial: fieldsOf(service),
    schema: commands.ChangeService.data,
    shape: (values) => ({
      teamId: service.teamId,
      serviceId: service.id,
      version: base.version,
      name: values.name,
      description: values.description,
      runbook: values.runbook.trim() || null,
      policyId: values.policyId,
      urgencyRule: values.urgencyRule as UrgencyRule,
      ackTimeoutMinutes: minutes(values.ackTimeoutMinutes),
      reopenWindowMinutes: minutes(values.reopenWindowMinutes),
    }),
    submit: async (request) => {
      try {
        await change.mutateAsync(request);
        setConflict(false);
        setBase((before) => ({ ...before, ...request, version: before.version + 1 }));
        say({ kind: 'done', title: 'Saved' });
      } catch (error) {
        setConflict(error instanceof ApiError && error.code === 'conflict.revision');
        throw error;
      }
    },
  });
  return (
    <Section title="Settings">
      <form className="grid gap-4 pt-2 sm:grid-cols-2" onSubmit={(event) => void form.onSubmit(event)}>
        {isConflict && service.version !== base.version && (
          <Conflict
            was={fieldsOf(base)}
            is={fieldsOf(service)}
            onKeep={() => {
              setBase(service);
              setConflict(false);
            }}
            onTheirs={() => {
              setBase(service);
              form.setValues(fieldsOf(service));
              setConflict(false);
            }}
          />
        )}
        <TextField label="Name" required {...form.field('name')} />
        <SelectField label="Who is paged" {...form.field('policyId')}>
          {policies.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextArea label="What it is" className="sm:col-span-2" {...form.field('description')} />
        <TextField label="Runbook" type="url" placeholder="https://" className="sm:col-span-2" {...form.field('runbook')} />
        <SelectField label="Urgency" {...form.field('urgencyRule')}>
          {urgencyRules.map((rule) => (
            <option key={rule} value={rule}>
              {urgencyRuleWords[rule]}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Fires again after, in minutes"
          type="number"
          min={0}
          max={9000}
          placeholder={`${limits.ackTimeoutMinutes.high} for high urgency, off for low`}
          hint="When whoever has it says nothing. 0: never."
          {...form.field('ackTimeoutMinutes')}
        />
        <TextField
          label="Reopens within, in minutes"
          type="number"
          min={0}
          max={1440}
          placeholder="As the interface does"
          hint="Firing again within this time reopens it instead of opening a new one."
          {...form.field('reopenWindowMinutes')}
        />
        <div className="flex items-center justify-between gap-2 sm:col-span-2">
          <Button kind="act" type="submit" busy={form.isBusy}>
            Save
          </Button>
          <Archive service={service} />
        </div>
      </form>
    </Section>
  );
}

function Archive({ service: { teamId, id: serviceId, name, state } }: { service: ServiceRow }) {
  const archive = useCommand('ArchiveService', `archive ${name}`);
  const restore = useCommand('RestoreService', `make ${name} active`);
  if (state === 'archived')
    return (
      <Button busy={restore.isPending} onClick={() => restore.mutate({ teamId, serviceId })}>
        Make it active again
      </Button>
    );
  return (
    <Confirm
      label="Archive"
      says={`${name} leaves the lists. If something still arrives for it, the managers of its team are paged.`}
      act="Archive it"
      busy={archive.isPending}
      onConfirm={() => archive.mutate({ teamId, serviceId })}
    />
  );
}
