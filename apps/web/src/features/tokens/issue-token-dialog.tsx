import type { MomentAnswer } from '@tocsin/contracts/http.js';
import { commands } from '@tocsin/contracts/tokens/noun.js';
import * as tokenLimits from '@tocsin/contracts/tokens/limits.js';
import { scopeNames, scopes, type Scope } from '@tocsin/contracts/tokens/scopes.js';
import { useState } from 'react';
import { api } from '../../data/cache/api.js';
import { useCommand } from '../../data/cache/use-command.js';
import { useAll } from '../../data/cache/use-view.js';
import { fromLocalInput, toLocalInput } from '../../data/time/local-input.js';
import { serverNow } from '../../data/time/clock.js';
import { DateField } from '../../ui/date-field.js';
import { TextField } from '../../ui/field.js';
import { CheckList } from '../../ui/resource/check-list.js';
import { FormDialog, SecretDialog } from '../../ui/resource/form-dialog.js';
import { ComboField } from '../../ui/combo-field.js';
import { SelectField } from '../../ui/select.js';
import { choiceIn, useForm } from '../../ui/use-form.js';

const everywhere = 'everywhere';
const lasts = [7, 30, 90, 180, tokenLimits.tokenDays.max];

/** The place of a moment on the log, to which the token is bound; none: the token reads what is now. */
const placeOf = async (time: string): Promise<{ readonly asOf?: number }> => {
  const instant = fromLocalInput(time);
  if (instant === null) return {};
  const { ordinal } = await api<MomentAnswer>('GET', `/moment?at=${encodeURIComponent(instant)}`);
  return { asOf: ordinal };
};

/** Issues a token and shows it once. `service`: a service token; otherwise a personal one. */
export function IssueTokenDialog({ service, onClose }: { service: boolean; onClose: () => void }) {
  const personal = useCommand('IssuePersonalToken', 'issue the token', { inForm: true });
  const shared = useCommand('IssueServiceToken', 'issue the token', { inForm: true });
  const teams = useAll('teams');
  const [made, setMade] = useState<string | null>(null);
  const form = useForm({
    initial: { name: '', teamId: everywhere, days: String(tokenLimits.tokenDays.default), scopes: ['read'] as readonly Scope[], time: '' },
    schema: service ? commands.IssueServiceToken.data : commands.IssuePersonalToken.data,
    shape: ({ name, days, scopes: chosen, teamId, time }) => ({
      name,
      days: Number(days),
      scopes: time === '' ? [...chosen] : ['read' as const],
      ...(service ? { teamId: teamId === everywhere ? null : teamId } : {}),
    }),
    submit: async (request) => {
      const bound = { ...request, ...(await placeOf(form.values.time)) };
      const { says } = service ? await shared.mutateAsync({ ...bound, teamId: request.teamId ?? null }) : await personal.mutateAsync(bound);
      setMade(says.token);
    },
  });
  if (made) return <ShownOnce token={made} onClose={onClose} />;
  return (
    <FormDialog title={service ? 'Issue a service token' : 'Issue a personal token'} act="Issue token" form={form} onClose={onClose}>
      <TextField
        label="Name"
        placeholder={service ? 'Deploy robot' : 'My laptop'}
        hint={
          service ? 'The history shows its actions under this name.' : 'The history shows its actions as yours, with this token’s name.'
        }
        {...form.field('name')}
      />
      {service && (
        <ComboField
          label="Access"
          options={[{ id: everywhere, label: 'Everywhere' }, ...teams.map(({ id, name }) => ({ id, label: `Only what ${name} owns` }))]}
          {...choiceIn(form, 'teamId')}
        />
      )}
      {form.values.time === '' && (
        <CheckList
          legend="Scopes"
          isWide
          choices={scopeNames}
          words={scopes}
          chosen={form.values.scopes}
          onChange={(chosen) => form.set('scopes', chosen)}
          error={form.errors.scopes !== undefined && 'Choose at least one.'}
        >
          {!service && <p className="mt-1.5 text-xs text-muted">Never more than your own permissions.</p>}
        </CheckList>
      )}
      <DateField
        label="Only as of a moment (optional)"
        hint="It then reads what was known at that moment, and can change nothing."
        kind="datetime"
        isPast
        value={form.values.time}
        onChange={(time) => form.set('time', time)}
        max={toLocalInput(serverNow())}
      />
      <SelectField label="Expires" {...form.field('days')}>
        {lasts.map((days) => (
          <option key={days} value={days}>
            in {days} days
          </option>
        ))}
      </SelectField>
    </FormDialog>
  );
}

const ShownOnce = ({ token, onClose }: { token: string; onClose: () => void }) => (
  <SecretDialog title="Copy the token now" says="It is shown only once." label="The token" secret={token} onClose={onClose}>
    Send it as <code className="font-mono">Authorization: Bearer …</code> with each request.
  </SecretDialog>
);
