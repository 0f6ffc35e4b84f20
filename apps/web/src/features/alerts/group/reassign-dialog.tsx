import { canBePaged } from '@tocsin/contracts/people/can-be-paged.js';
import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import { useState } from 'react';
import { plainName } from '../../../data/words/names.js';
import { useMe } from '../../../data/session/session.js';
import { say } from '../../../data/toasts.js';
import { useCommand } from '../../../data/cache/use-command.js';
import { useAll } from '../../../data/cache/use-view.js';
import { Button } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialog.js';
import { DialogButtons } from '../../../ui/dialog-buttons.js';
import { ComboField } from '../../../ui/combo-field.js';
import { usePersonOptions } from '../../people/shared/person-options.js';

/** Asks another person to take it over. The assignee keeps it until they accept. */
export function ReassignDialog({ row, onClose }: { row: AlertGroupRow; onClose: () => void }) {
  const { personId: me } = useMe();
  const holderId = row.holder?.kind === 'person' ? row.holder.personId : null;
  const people = useAll('people').filter((person) => canBePaged(person) && person.id !== holderId && person.id !== me);
  const reassign = useCommand('ReassignAlertGroup', `reassign #${row.number}`);
  const [personId, setPersonId] = useState('');
  const name = plainName(people.find(({ id }) => id === personId)?.name);
  return (
    <Dialog title={`Reassign #${row.number}`} onClose={onClose}>
      <ComboField
        label="Person"
        placeholder="Choose a person"
        hint="They are paged now. It stays with the current assignee until they accept. If they don’t within 5 minutes, nothing changes."
        options={usePersonOptions(people)}
        value={personId}
        onChoose={setPersonId}
      />
      <DialogButtons>
        <Button
          kind="act"
          busy={reassign.isPending}
          whyNot={!personId && (people.length === 0 ? 'No one else to choose' : 'Choose a person')}
          onClick={() =>
            reassign.mutate(
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
          {personId ? `Reassign to ${name}` : 'Reassign'}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          Cancel
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
