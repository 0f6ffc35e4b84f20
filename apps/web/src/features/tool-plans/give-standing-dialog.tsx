import { commands, standingTools } from '@tocsin/contracts/tool-plans/noun.js';
import * as planLimits from '@tocsin/contracts/tool-plans/limits.js';
import { useCommand } from '../../data/cache/use-command.js';
import { useAll } from '../../data/cache/use-view.js';
import { serverNow } from '../../data/time/clock.js';
import { readable } from '../../data/words/readable.js';
import { ComboField } from '../../ui/combo-field.js';
import { TextField } from '../../ui/field.js';
import { FormDialog } from '../../ui/resource/form-dialog.js';
import { SelectField } from '../../ui/select.js';
import { choiceIn, useForm } from '../../ui/use-form.js';
import { toolWords } from './shared/sentences.js';

const lasts = [7, 30, planLimits.days.max];

/** Lets a program act without asking. */
export function GiveStandingDialog({ onClose }: { onClose: () => void }) {
  const give = useCommand('GiveStandingApproval', 'give the approval', { inForm: true });
  const teams = useAll('teams');
  const now = serverNow();
  const tokens = useAll('tokens').filter((one) => one.revoked === null && Date.parse(one.expiresAt) > now && one.scopes.includes('plan'));
  const form = useForm({
    initial: {
      tokenId: '',
      tool: standingTools[0],
      teamId: '',
      perDay: String(planLimits.perDay.default),
      days: String(planLimits.days.default),
    },
    schema: commands.GiveStandingApproval.data,
    shape: ({ perDay, days, ...rest }) => ({ ...rest, perDay: Number(perDay), days: Number(days) }),
    submit: async (request) => {
      await give.mutateAsync(request);
      onClose();
    },
  });
  return (
    <FormDialog title="Give a standing approval" act="Give approval" form={form} onClose={onClose}>
      <ComboField label="Token" options={tokens.map(({ id, name }) => ({ id, label: readable(name) }))} {...choiceIn(form, 'tokenId')} />
      <SelectField label="May" {...form.field('tool')}>
        {standingTools.map((tool) => (
          <option key={tool} value={tool}>
            {toolWords[tool]}
          </option>
        ))}
      </SelectField>
      <ComboField label="Alert groups of" options={teams.map(({ id, name }) => ({ id, label: name }))} {...choiceIn(form, 'teamId')} />
      <TextField
        label="At most a day"
        inputMode="numeric"
        hint="What it asks for beyond that waits for a person. Anyone who can write an alert can try to make a model act: give little."
        {...form.field('perDay')}
      />
      <SelectField label="For" {...form.field('days')}>
        {lasts.map((days) => (
          <option key={days} value={days}>
            {days} days
          </option>
        ))}
      </SelectField>
    </FormDialog>
  );
}
