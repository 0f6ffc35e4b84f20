import { useState, type FormEvent } from 'react';
import { readPage } from '../../data/cache/read.js';
import { serverNow } from '../../data/time/clock.js';
import { fromLocalInput, toLocalInput } from '../../data/time/local-input.js';
import { Button } from '../../ui/button.js';
import { DateField } from '../../ui/date-field.js';
import { Dialog } from '../../ui/dialog.js';
import { DialogButtons } from '../../ui/dialog-buttons.js';
import { TextField } from '../../ui/field.js';
import { useGoTo } from './use-go-to.js';

/** The opening of a group; null: there is none with this number. */
async function openingOf(number: string): Promise<string | null> {
  const { rows } = await readPage('alertGroups', { where: { number: [number] }, limit: 1 }, null);
  return rows[0]?.openedAt ?? null;
}

/** Chooses the moment that screens show: a time, or the opening of an alert group. */
export function MomentDialog({ onClose }: { onClose: () => void }) {
  const goTo = useGoTo();
  const [time, setTime] = useState(() => toLocalInput(serverNow() - 3_600_000));
  const [number, setNumber] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const wanted = number.replace('#', '').trim();
    setBusy(true);
    const at = wanted ? await openingOf(wanted).catch(() => null) : fromLocalInput(time);
    setBusy(false);
    if (at === null) return setProblem(wanted ? `There is no alert group #${wanted}.` : undefined);
    goTo(at);
    onClose();
  }

  return (
    <Dialog title="Go to a moment" onClose={onClose}>
      <form className="grid gap-4" onSubmit={(event) => void submit(event)}>
        <p className="text-muted">Screens then show what was known at that moment. Pages to you still ring.</p>
        <DateField label="Day and time" kind="datetime" isPast value={time} onChange={setTime} max={toLocalInput(serverNow())} />
        <TextField
          label="Or when this alert group opened"
          placeholder="#1042"
          inputMode="numeric"
          value={number}
          error={problem}
          onChange={({ target }) => setNumber(target.value)}
        />
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="act" type="submit" busy={isBusy}>
            Go there
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
