import type { AlertGroupRow } from '@tocsin/contracts/alert-groups.js';
import { useState } from 'react';
import { plainName } from '../../../data/words/names.js';
import { say } from '../../../data/toasts.js';
import { useCommand } from '../../../data/cache/use-command.js';
import { useAll } from '../../../data/cache/use-view.js';
import { Button } from '../../../ui/button.js';
import { Dialog, DialogButtons } from '../../../ui/dialog.js';
import { SelectField } from '../../../ui/select.js';

/** Asks one more person in. They are paged although somebody has it. */
export function AddResponderDialog({ row, onClose }: { row: AlertGroupRow; onClose: () => void }) {
  const people = useAll('people').filter(({ state, role }) => state === 'active' && role !== 'observer');
  const add = useCommand('AddResponder', `page someone for #${row.number}`);
  const [personId, setPersonId] = useState(people[0]?.id ?? '');
  const name = plainName(people.find(({ id }) => id === personId)?.name);
  return (
    <Dialog title={`Page someone for #${row.number}`} onClose={onClose}>
      <SelectField
        label="Person"
        hint="Their notification rules apply, starting now."
        value={personId}
        onChange={(event) => setPersonId(event.target.value)}
      >
        {people.map((person) => (
          <option key={person.id} value={person.id}>
            {plainName(person.name)}
          </option>
        ))}
      </SelectField>
      <DialogButtons>
        <Button
          kind="act"
          busy={add.isPending}
          whyNot={!personId && 'Choose a person first'}
          onClick={() =>
            add.mutate(
              { groupId: row.id, personId },
              {
                onSuccess: () => {
                  say({ kind: 'done', title: `${name} is being paged` });
                  onClose();
                },
              },
            )
          }
        >
          Page {name}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          Cancel
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
