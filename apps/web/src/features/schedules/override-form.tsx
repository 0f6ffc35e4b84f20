import { limits } from '@tocsin/contracts/limits.js';
import type { ScheduleRow } from '@tocsin/contracts/schedules.js';
import { useEffect, useRef, useState, type FormEvent, type Ref } from 'react';
import { fieldErrorsOf } from '../../data/api.js';
import { serverNow } from '../../data/clock.js';
import { useNames } from '../../data/names.js';
import { useMay } from '../../data/session.js';
import { say } from '../../data/toasts.js';
import { useCommand } from '../../data/use-command.js';
import { useShifts } from '../../data/use-shifts.js';
import { Button } from '../../ui/button.js';
import { box, TextField } from '../../ui/field.js';
import { SelectField } from '../../ui/select.js';
import { useOnCallPeople } from './add-person.js';
import { overrideWords } from './pieces.js';
import { overridesFor, type OverrideAsked } from './override-plan.js';
import { readOverride } from './typed-override.js';
import type { Stretch } from './use-override-drag.js';
import { inputOf, instantOf } from './zone-inputs.js';
import { stretchName } from './zone-times.js';

interface Props {
  schedule: ScheduleRow;
  zone: string;
  /** What is drawn, and what it becomes while it is typed. */
  stretch: Stretch;
  onStretch: (stretch: Stretch) => void;
  onClose: () => void;
}

/** In the place of whom: `everyone`, `no one` (they join), or a person’s id. */
const placeOf = (place: string): OverrideAsked['insteadOf'] => (place === 'everyone' || place === 'no one' ? place : { personId: place });

/** Who, until when, why: in fields, or typed as one line. Responders put themselves on call, managers anyone. */
export function OverrideForm({ schedule, zone, stretch, onStretch, onClose }: Props) {
  const names = useNames();
  const isManager = useMay('service.configure', { teamId: schedule.teamId });
  const everyone = useOnCallPeople();
  const people = isManager ? everyone : everyone.filter(({ id }) => id === names.me);
  const [line, setLine] = useState('');
  const [who, setWho] = useState<string>(isManager ? '' : names.me);
  const [place, setPlace] = useState('everyone');
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const add = useCommand('AddOverrides', 'add the override', { inForm: true });
  const planned = useShifts(schedule, stretch, stretch.to > stretch.from).data;
  const typed = readOverride(line, { now: serverNow(), zone, people });
  const lineRef = useFocusedFirst();

  function type(text: string) {
    const read = readOverride(text, { now: serverNow(), zone, people });
    setLine(text);
    setProblem(null);
    if (read.from !== null && read.to !== null) onStretch({ from: read.from, to: read.to });
    if (read.personId !== null) setWho(read.personId);
  }

  const asked: OverrideAsked = {
    ...stretch,
    personId: who === noOne ? null : who,
    insteadOf: placeOf(place),
    reason,
  };
  const overrides = planned && who !== '' && stretch.to > stretch.from ? overridesFor(asked, planned) : [];

  const isNothing = planned !== undefined && who !== '' && stretch.to > stretch.from && overrides.length === 0;

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (typed.problem) return setProblem(typed.problem);
    if (who === '') return setProblem('Choose who is on call.');
    if (stretch.to <= stretch.from) return setProblem('The end must be after the start.');
    if (overrides.length === 0) return setProblem(planned ? alreadyOnCall : 'Who is on call then is not read yet. Try again.');
    try {
      await add.mutateAsync({ scheduleId: schedule.id, overrides });
      say({ kind: 'done', title: 'Override added', detail: stretchName(stretch.from, stretch.to, zone) });
      onClose();
    } catch (error) {
      setProblem(Object.values(fieldErrorsOf(error))[0] ?? (error as Error).message);
    }
  }

  const onCallThen = [...new Set(planned?.final.map(({ personId }) => personId) ?? [])];
  return (
    <form noValidate aria-label="New override" onSubmit={(event) => void submit(event)} className="space-y-3">
      <TypedLine value={line} hint={typed.problem} onType={type} inputRef={lineRef} />
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          label="From"
          type="datetime-local"
          value={inputOf(stretch.from, zone)}
          onChange={({ target }) => onStretch({ ...stretch, from: instantOf(target.value, zone) ?? stretch.from })}
        />
        <TextField
          label="Until"
          type="datetime-local"
          value={inputOf(stretch.to, zone)}
          onChange={({ target }) => onStretch({ ...stretch, to: instantOf(target.value, zone) ?? stretch.to })}
        />
        <SelectField label="On call" value={who} onChange={({ target }) => setWho(target.value)}>
          {isManager && <option value="">Choose a person</option>}
          {people.map(({ id, name }) => (
            <option key={id} value={id}>
              {id === names.me ? `${name} (you)` : name}
            </option>
          ))}
          {isManager && <option value={noOne}>No one</option>}
        </SelectField>
        <SelectField label="Instead of" value={place} onChange={({ target }) => setPlace(target.value)}>
          <option value="everyone">Everyone on call then</option>
          {onCallThen.map((id) => (
            <option key={id} value={id}>
              {names.person(id)}
            </option>
          ))}
          {who !== noOne && <option value="no one">No one: they join</option>}
        </SelectField>
      </div>
      <TextField
        label="Reason"
        maxLength={limits.overrideReasonCharacters}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      {isNothing && !problem && <p className="text-muted">{alreadyOnCall}</p>}
      {overrides.length > 0 && (
        <ul aria-label="What changes" className="text-muted">
          {overrides.map((one) => (
            <li key={`${one.replacesId} ${one.from}`}>
              {overrideWords({ ...one, overrideId: '', replacesId: one.replacesId ?? null, reason: '' }, names.person)},{' '}
              {stretchName(Date.parse(one.from), Date.parse(one.to), zone)}
            </li>
          ))}
        </ul>
      )}
      {problem && (
        <p role="alert" className="text-warn">
          {problem}
        </p>
      )}
      <div className="flex flex-row-reverse gap-2">
        <Button kind="act" type="submit" busy={add.isPending}>
          Add override
        </Button>
        <Button kind="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

const noOne = 'no one on call';
const alreadyOnCall = 'They are on call then already.';

interface LineProps {
  value: string;
  hint: string | null;
  onType: (line: string) => void;
  inputRef: Ref<HTMLInputElement>;
}

const TypedLine = ({ value, hint, onType, inputRef }: LineProps) => (
  <div>
    <input
      ref={inputRef}
      aria-label="Type an override"
      aria-describedby="typed-override-hint"
      placeholder="sat 9-17 bo"
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={({ target }) => onType(target.value)}
      className={`${box} h-9`}
    />
    <p id="typed-override-hint" className="mt-1 text-[13px] text-muted">
      {hint ?? 'Type it: a day, from–to, and a name. Or fill in the fields.'}
    </p>
  </div>
);

/** The field that is typed in first; when the form goes, the focus is where it was before. */
function useFocusedFirst(): Ref<HTMLInputElement> {
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    ref.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return ref;
}
