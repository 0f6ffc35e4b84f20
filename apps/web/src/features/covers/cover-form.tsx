import type { ScheduleRow } from '@tocsin/contracts/schedules.js';
import { limits } from '@tocsin/contracts/limits.js';
import { useState, type FormEvent } from 'react';
import { fieldErrorsOf } from '../../data/cache/api.js';
import { plainName } from '../../data/words/names.js';
import { useMe } from '../../data/session/session.js';
import { useTeams } from '../teams/shared/teams.js';
import { say } from '../../data/toasts.js';
import { useCommand } from '../../data/cache/use-command.js';
import { useAll } from '../../data/cache/use-view.js';
import { FormButtons } from '../../ui/dialog.js';
import { TextField } from '../../ui/field.js';
import { SelectField } from '../../ui/select.js';
import { fromLocalInput, toLocalInput } from './local-input.js';
import type { Shift } from './shared/shift.js';

interface Props {
  schedule: Pick<ScheduleRow, 'id' | 'name' | 'teamId'>;
  shift: Shift;
  onClose: () => void;
}

/** Who could accept: the other responders of the team. */
const useOthers = (teamId: string): readonly { readonly id: string; readonly name: string }[] => {
  const { personId: me } = useMe();
  const members = useTeams().find(({ id }) => id === teamId)?.members ?? [];
  return useAll('people')
    .filter(({ id, state }) => id !== me && state === 'active' && members.some(({ personId }) => personId === id))
    .map(({ id, name }) => ({ id, name: plainName(name) }));
};

const theTeam = 'team';

/** Whom to ask, and for which part: all that is ahead of the shift unless it is changed. */
export function CoverForm({ schedule, shift, onClose }: Props) {
  const others = useOthers(schedule.teamId);
  const [whom, setWhom] = useState(theTeam);
  const [[from, to], setPart] = useState([toLocalInput(shift.from), toLocalInput(shift.to)] as const);
  const [isSwap, setSwap] = useState(false);
  const [[backFrom, backTo], setBack] = useState<readonly [string, string]>(['', '']);
  const [note, setNote] = useState('');
  const ask = useCommand('AskForCover', `ask for cover of ${schedule.name}`, { inForm: true });
  const errors = ask.error ? fieldErrorsOf(ask.error) : {};
  const [begin, end, backBegin, backEnd] = [from, to, backFrom, backTo].map(fromLocalInput);
  const isComplete = begin && end && (!isSwap || (backBegin && backEnd));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!begin || !end) return;
    const inReturn = isSwap && backBegin && backEnd ? { from: backBegin, to: backEnd } : null;
    ask.mutate(
      { scheduleId: schedule.id, from: begin, to: end, offeredTo: whom === theTeam ? null : [whom], inReturn, note },
      {
        onSuccess: () => {
          say({ kind: 'done', title: 'Cover requested', detail: 'The first who accepts is on call. You are until then.' });
          onClose();
        },
      },
    );
  };
  return (
    <form onSubmit={submit} aria-label={`Get cover for ${schedule.name}`} className="mt-3 space-y-3 rounded-lg border border-line p-3">
      <SelectField
        label="Ask"
        value={whom}
        error={errors['offeredTo'] ?? errors['offeredTo.0']}
        onChange={({ target }) => setWhom(target.value)}
      >
        <option value={theTeam}>The team</option>
        {others.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <div className="grid gap-3 sm:grid-cols-2">
        <Moment label="From" value={from} error={errors['from']} onChange={(value) => setPart([value, to])} />
        <Moment label="To" value={to} error={errors['to']} onChange={(value) => setPart([from, value])} />
      </div>
      {whom !== theTeam && (
        <label className="flex items-center gap-2">
          <input type="checkbox" checked={isSwap} onChange={({ target }) => setSwap(target.checked)} /> Swap: take a part of theirs in
          return
        </label>
      )}
      {whom !== theTeam && isSwap && (
        <div className="grid gap-3 sm:grid-cols-2">
          <Moment
            label="Their shift from"
            value={backFrom}
            error={errors['inReturn.from']}
            onChange={(value) => setBack([value, backTo])}
          />
          <Moment label="Their shift to" value={backTo} error={errors['inReturn.to']} onChange={(value) => setBack([backFrom, value])} />
        </div>
      )}
      <TextField
        label="Note (optional)"
        value={note}
        maxLength={limits.coverNoteCharacters}
        error={errors['note']}
        onChange={({ target }) => setNote(target.value)}
      />
      <FormButtons busy={ask.isPending} whyNot={!isComplete && 'Fill in the times'} onCancel={onClose}>
        Ask for cover
      </FormButtons>
    </form>
  );
}

interface MomentProps {
  label: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

const Moment = ({ label, value, error, onChange }: MomentProps) => (
  <TextField type="datetime-local" label={label} value={value} error={error} required onChange={({ target }) => onChange(target.value)} />
);
