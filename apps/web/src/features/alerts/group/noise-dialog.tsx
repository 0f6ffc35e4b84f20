import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { useState } from 'react';
import { useCommand } from '../../../data/cache/use-command.js';
import { Button } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialog.js';
import { DialogButtons } from '../../../ui/dialog-buttons.js';
import { TextArea } from '../../../ui/field.js';

interface Props {
  row: AlertGroupRow;
  onClose: () => void;
  onMarked: () => void;
}

/** Asks why it is noise: reports count it, and the owner of the alert rule reads the reason. */
export function NoiseDialog({ row, onClose, onMarked }: Props) {
  const mark = useCommand('MarkAlertGroupAsNoise', `mark #${row.number} as noise`);
  const [text, setText] = useState('');
  const reason = text.trim();
  const send = () =>
    mark.mutate(
      { groupId: row.id, reason },
      {
        onSuccess: () => {
          onMarked();
          onClose();
        },
      },
    );
  return (
    <Dialog title={`Mark #${row.number} as noise`} onClose={onClose}>
      <TextArea
        label="Reason"
        hint="Reports do not count it as actionable. Nothing else changes."
        value={text}
        maxLength={alertGroupLimits.noiseReasonCharacters}
        rows={3}
        onChange={(event) => setText(event.target.value)}
      />
      <DialogButtons>
        <Button kind="act" busy={mark.isPending} whyNot={reason === '' && 'Give a reason'} onClick={send}>
          Mark as noise
        </Button>
        <Button kind="quiet" onClick={onClose}>
          Cancel
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
