import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { useState } from 'react';
import { useCommand } from '../../../data/cache/use-command.js';
import { serverNow, useClock } from '../../../data/time/clock.js';
import { clockTime } from '../../../data/time/times.js';
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

/** The durations, with the times at which they end. */
function useChoices() {
  const minute = useClock((now) => now - (now % 60_000));
  return alertGroupLimits.snoozeMinutes.map((minutes) => ({
    minutes,
    label: minutes < 60 ? `${minutes} min` : `${minutes / 60} h`,
    end: clockTime(new Date(minute + minutes * 60_000).toISOString(), minute),
  }));
}

/** Snooze durations in a list, or a chosen end. */
export function SnoozeDialog({ row, onClose, onSnoozed }: Props) {
  const { id: groupId, number, urgency } = row;
  const snooze = useCommand('SnoozeAlertGroup', `snooze #${number}`);
  const [text, setText] = useState('');
  const latest = serverNow() + alertGroupLimits.snooze[urgency];
  const until = fromLocalInput(text);
  const choices = useChoices();
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
      <ul className="mb-4 divide-y divide-line-soft rounded-md border border-line" aria-label="Snooze for">
        {choices.map(({ minutes, label, end }) => (
          <li key={minutes}>
            <button
              type="button"
              aria-label={label}
              disabled={snooze.isPending}
              className="flex h-9 w-full items-center justify-between px-3 font-medium hover:bg-hover max-sm:h-11"
              onClick={() => send({ minutes })}
            >
              {label}
              <span className="font-normal text-muted tabular-nums">until {end}</span>
            </button>
          </li>
        ))}
      </ul>
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
