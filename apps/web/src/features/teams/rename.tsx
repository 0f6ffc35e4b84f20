import { toEditableText } from '@tocsin/contracts/redactions/noun.js';
import { commands } from '@tocsin/contracts/teams/noun.js';
import type { TeamRow } from '@tocsin/contracts/teams/noun.js';
import { useState } from 'react';
import { useCommand } from '../../data/cache/use-command.js';
import { OwnedByFile } from '../config-files/shared/owned-by-file.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { FormButtons } from '../../ui/dialog-buttons.js';
import { TextArea, TextField } from '../../ui/field.js';
import { useForm } from '../../ui/use-form.js';

export function Rename({ team }: { team: TeamRow }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Change</Button>
      {isOpen && <RenameDialog team={team} onClose={() => setOpen(false)} />}
    </>
  );
}

function RenameDialog({ team, onClose }: { team: TeamRow; onClose: () => void }) {
  const rename = useCommand('RenameTeam', 'change the team', { inForm: true });
  const form = useForm({
    initial: { name: team.name, description: toEditableText(team.description) },
    schema: commands.RenameTeam.data,
    shape: (values) => ({ teamId: team.id, ...values }),
    submit: async (request) => {
      await rename.mutateAsync(request);
      onClose();
    },
  });
  return (
    <Dialog title="Change the team" onClose={onClose}>
      <form noValidate className="space-y-4" onSubmit={(event) => void form.onSubmit(event)}>
        <OwnedByFile id={team.id} />
        <TextField label="Name" required {...form.field('name')} />
        <TextArea label="Description" {...form.field('description')} />
        <FormButtons busy={form.isBusy} onCancel={onClose}>
          Save
        </FormButtons>
      </form>
    </Dialog>
  );
}
