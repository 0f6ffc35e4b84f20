import { commands } from '@tocsin/contracts/contacts/noun.js';
import { useMe } from '../../../data/session/session.js';
import { useCommand } from '../../../data/cache/use-command.js';
import { Dialog } from '../../../ui/dialog.js';
import { FormButtons } from '../../../ui/dialog-buttons.js';
import { TextField } from '../../../ui/field.js';
import { useForm } from '../../../ui/use-form.js';

/** Names the current search. */
export function SaveSearchDialog({ query, onClose }: { query: string; onClose: () => void }) {
  const { personId } = useMe();
  const save = useCommand('SaveSearch', 'save the search', { inForm: true });
  const form = useForm({
    initial: { name: '' },
    schema: commands.SaveSearch.data,
    shape: ({ name }) => ({ personId, name, query }),
    submit: async (request) => {
      await save.mutateAsync(request);
      onClose();
    },
  });
  return (
    <Dialog title="Save this search" onClose={onClose}>
      <form noValidate onSubmit={(event) => void form.onSubmit(event)} className="space-y-4">
        <TextField label="Name" placeholder="Unacknowledged" hint="Shown above the list, only to you." required {...form.field('name')} />
        <FormButtons busy={form.isBusy} onCancel={onClose}>
          Save
        </FormButtons>
      </form>
    </Dialog>
  );
}
