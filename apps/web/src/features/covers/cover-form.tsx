import type { ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import * as scheduleLimits from '@tocsin/contracts/schedules/limits.js';
import { useState, type FormEvent } from 'react';
import { fieldErrorsOf } from '../../data/cache/api.js';
import { useNames } from '../../data/words/names.js';
import { useMe } from '../../data/session/session.js';
import { say } from '../../data/toasts.js';
import { useCommand } from '../../data/cache/use-command.js';
import { FormButtons } from '../../ui/dialog-buttons.js';
import { DateField } from '../../ui/date-field.js';
import { TextField } from '../../ui/field.js';
import { CoverPeople, theTeam } from './cover-people.js';
import { fromLocalInput, toLocalInput } from '../../data/time/local-input.js';
import type { Shift } from './shared/shift.js';
import { useNextShift } from './shared/use-next-shift.js';

interface Props {
  schedule: ScheduleRow;
  /** One of my shifts; null: I have none. */
  shift: Shift | null;
  onClose: () => void;
}
type Part = readonly [from: string, to: string];

const inputsOf = (shift: Shift | null): Part => (shift ? [toLocalInput(shift.from), toLocalInput(shift.to)] : ['', '']);

interface Stretch {
  readonly from: string;
  readonly to: string;
}

const stretchOf = (from: string | null | undefined, to: string | null | undefined): Stretch | null => (from && to ? { from, to } : null);

interface Request {
  readonly whose: string;
  readonly whom: string;
  readonly stretch: Stretch;
  readonly inReturn: Stretch | null;
  readonly note: string;
}

function useAsk(schedule: ScheduleRow, onDone: () => void) {
  const { personId: me } = useMe();
  const names = useNames();
  const ask = useCommand('AskForCover', `ask for cover of ${schedule.name}`, { inForm: true });
  const send = ({ whose, whom, stretch, inReturn, note }: Request) =>
    ask.mutate(
      {
        scheduleId: schedule.id,
        ...stretch,
        offeredTo: whom === theTeam ? null : [whom],
        inReturn,
        note,
        ...(whose === me ? {} : { personId: whose }),
      },
      {
        onSuccess: () => {
          const who = whose === me ? 'You are' : `${names.person(whose)} is`;
          say({ kind: 'done', title: 'Cover requested', detail: `The first who accepts is on call. ${who} until then.` });
          onDone();
        },
      },
    );
  return { ask, send };
}

/** Whom to ask, and for which part: by default the rest of the shift. */
export function CoverForm({ schedule, shift, onClose }: Props) {
  const { personId: me } = useMe();
  const [{ whose, whom }, setPeople] = useState({ whose: shift ? me : '', whom: theTeam });
  const next = useNextShift(schedule, whose);
  const [part, setPart] = useState<Part | null>(null);
  const [from, to] = part ?? inputsOf(whose === me && shift ? shift : next);
  const [isSwap, setSwap] = useState(false);
  const [back, setBack] = useState<Part>(['', '']);
  const [note, setNote] = useState('');
  const { ask, send } = useAsk(schedule, onClose);
  const errors = ask.error ? fieldErrorsOf(ask.error) : {};
  const [begin, end, backBegin, backEnd] = [from, to, ...back].map(fromLocalInput);
  const isOfOne = whom !== theTeam;
  const isReturned = isOfOne && isSwap;
  const stretch = stretchOf(begin, end);
  const inReturn = isReturned ? stretchOf(backBegin, backEnd) : null;
  const isComplete = stretch !== null && isReturned === (inReturn !== null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (stretch) send({ whose, whom, stretch, inReturn, note });
  };
  return (
    <form onSubmit={submit} aria-label={`Ask for cover: ${schedule.name}`} className="mt-3 space-y-3 rounded-lg border border-line p-3">
      <CoverPeople
        {...{ schedule, whose, whom, errors }}
        onChange={(people) => {
          if (people.whose !== whose) setPart(null);
          setPeople(people);
        }}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <Moment label="From" value={from} error={errors['from']} onChange={(value) => setPart([value, to])} />
        <Moment label="To" value={to} error={errors['to']} onChange={(value) => setPart([from, value])} />
      </div>
      {isOfOne && <Swap isOn={isSwap} onSwitch={setSwap} part={back} errors={errors} onChange={setBack} />}
      <TextField
        label="Note (optional)"
        value={note}
        maxLength={scheduleLimits.coverNoteCharacters}
        error={errors['note']}
        onChange={({ target }) => setNote(target.value)}
      />
      <FormButtons
        busy={ask.isPending}
        whyNot={whose === '' ? 'Choose who is on call' : !isComplete && 'Enter both times'}
        onCancel={onClose}
      >
        Ask for cover
      </FormButtons>
    </form>
  );
}

interface SwapProps {
  isOn: boolean;
  onSwitch: (isOn: boolean) => void;
  part: Part;
  errors: Readonly<Record<string, string>>;
  onChange: (part: Part) => void;
}

/** The part of their shift that is taken in return. */
const Swap = ({ isOn, onSwitch, part: [from, to], errors, onChange }: SwapProps) => (
  <>
    <label className="flex items-center gap-2">
      <input type="checkbox" checked={isOn} onChange={({ target }) => onSwitch(target.checked)} /> Swap: take part of their shift in return
    </label>
    {isOn && (
      <div className="grid gap-3 sm:grid-cols-2">
        <Moment label="Their shift from" value={from} error={errors['inReturn.from']} onChange={(value) => onChange([value, to])} />
        <Moment label="Their shift to" value={to} error={errors['inReturn.to']} onChange={(value) => onChange([from, value])} />
      </div>
    )}
  </>
);

interface MomentProps {
  label: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

const Moment = ({ label, value, error, onChange }: MomentProps) => (
  <DateField kind="datetime" label={label} value={value} error={error} required onChange={onChange} />
);
