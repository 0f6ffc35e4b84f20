import { commands } from '@tocsin/contracts/schedules/noun.js';
import type { ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import { useNavigate } from '@tanstack/react-router';
import { useMay } from '../../data/session/session.js';
import { say } from '../../data/toasts.js';
import { useCommand } from '../../data/cache/use-command.js';
import { Button } from '../../ui/button.js';
import { Confirm } from '../../ui/confirm.js';
import { TextField } from '../../ui/field.js';
import { Section } from '../../ui/screen.js';
import { useForm } from '../../ui/use-form.js';

/** Its name, and its end. */
export function ScheduleSettings({ schedule: { id: scheduleId, teamId, name } }: { schedule: ScheduleRow }) {
  const navigate = useNavigate();
  const may = useMay('service.configure', { teamId });
  const rename = useCommand('RenameSchedule', 'rename the schedule', { inForm: true });
  const remove = useCommand('RemoveSchedule', 'remove the schedule');
  const form = useForm({
    initial: { name },
    schema: commands.RenameSchedule.data,
    shape: (values) => ({ teamId, scheduleId, ...values }),
    submit: async (request) => {
      await rename.mutateAsync(request);
      say({ kind: 'done', title: 'Schedule renamed' });
    },
  });
  if (!may) return null;
  return (
    <Section title="Settings">
      <form noValidate className="max-w-md pt-2" onSubmit={(event) => void form.onSubmit(event)}>
        <TextField
          label="Name"
          required
          {...form.field('name')}
          beside={
            <Button type="submit" busy={form.isBusy} whyNot={form.values.name === name && 'No changes yet'}>
              Rename
            </Button>
          }
        />
      </form>
      <div className="mt-4 -ml-3">
        <Confirm
          label="Remove this schedule"
          says={`${name} is removed from the lists. Past on-call times stay in the history. A schedule that a policy pages can’t be removed.`}
          act="Remove schedule"
          busy={remove.isPending}
          onConfirm={() =>
            void remove.mutateAsync({ teamId, scheduleId }).then(
              () => navigate({ to: '/schedules' }),
              () => undefined,
            )
          }
        />
      </div>
    </Section>
  );
}
