import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { useState } from 'react';
import { useCommand } from '../../../data/cache/use-command.js';
import { serverNow } from '../../../data/time/clock.js';
import { fromLocalInput, toLocalInput } from '../../../data/time/local-input.js';
import { Button } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialog.js';
import { DialogButtons } from '../../../ui/dialog-buttons.js';
import { DateField } from '../../../ui/date-field.js';

interface Props {
  row: AlertGroupRow;
  onClose: () => void;
  onSnoozed: () => void;
}

/** Snooze durations as buttons, or a chosen end. */
export function SnoozeDialog({ row, onClose, onSnoozed }: Props) {
  const { id: groupId, number, urgency } = row;
  const snooze = useCommand('SnoozeAlertGroup', `snooze #${number}`);
  const [text, setText] = useState('');
  const latest = serverNow() + alertGroupLimits.snooze[urgency];
  const until = fromLocalInput(text);
  const send = (end: { minutes: number } | { until: string }) =>
    snooze.mutate(
      { groupId, ...end },
      {
        onSuccess: () => {
          onSnoozed();
          onClose();
        },
      },
    );
  return (
    <Dialog title={`Snooze #${number}`} onClose={onClose}>
      <p className="mb-4 text-muted">
        It is assigned to you and pages no one until the snooze ends. A new kind of alert, or a higher urgency, ends it early.
      </p>
      <fieldset className="mb-5 grid grid-cols-4 gap-2" aria-label="Snooze for">
        {alertGroupLimits.snoozeMinutes.map((minutes) => (
          <Button key={minutes} className="max-sm:!h-11" busy={snooze.isPending} onClick={() => send({ minutes })}>
            {minutes < 60 ? `${minutes} min` : `${minutes / 60} h`}
          </Button>
        ))}
      </fieldset>
      <DateField
        label="Until"
        kind="datetime"
        hint={urgency === 'high' ? 'At most 24 hours ahead for high urgency.' : 'At most 30 days ahead.'}
        min={toLocalInput(serverNow())}
        max={toLocalInput(latest)}
        value={text}
        onChange={setText}
      />
      <DialogButtons>
        <Button kind="act" busy={snooze.isPending} whyNot={until === null && 'Enter a time'} onClick={() => until && send({ until })}>
          Snooze until then
        </Button>
        <Button kind="quiet" onClick={onClose}>
          Cancel
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
