import { limits } from '@tocsin/contracts/limits.js';
import { plainName, useNames } from '../../data/names.js';
import { useAll } from '../../data/use-view.js';
import { useBarred } from '../../ui/barred.js';
import { Button } from '../../ui/button.js';
import { LazyMenu } from '../../ui/lazy-menu.js';
import { MinutesSlot } from '../../ui/minutes-slot.js';
import type { DraftStep } from './draft.js';

interface Props {
  step: DraftStep;
  number: number;
  isLast: boolean;
  error: string | undefined;
  onChange: (step: DraftStep) => void;
  onMove: (by: 1 | -1) => void;
  onRemove: (() => void) | null;
}

const slot = 'inline-flex h-7 items-center gap-1 rounded-md border border-line bg-raised px-2 font-medium hover:border-line-strong';

/** “Page [Ana] [Bo], wait [5] min, then …” */
export function StepSentence({ step, number, isLast, error, onChange, onMove, onRemove }: Props) {
  const names = useNames();
  const barred = useBarred();
  const people = useAll('people').filter(
    ({ id, state, role }) => state === 'active' && role !== 'observer' && !step.personIds.includes(id),
  );
  const drop = (id: string) => onChange({ ...step, personIds: step.personIds.filter((one) => one !== id) });
  return (
    <li className="group grid grid-cols-[1.75rem_1fr] gap-x-2 border-b border-line/70 py-3" aria-label={`Step ${number}`}>
      <span aria-hidden className="text-right leading-7 text-faint tabular-nums">
        {number}
      </span>
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-1.5 gap-y-1.5 leading-7">
          Page
          {step.personIds.map((id) => (
            <button
              key={id}
              type="button"
              title="Take out"
              aria-describedby={barred}
              aria-label={`Remove ${names.person(id)} from step ${number}`}
              onClick={() => drop(id)}
              className={slot}
            >
              {names.person(id)}{' '}
              <span aria-hidden className="text-faint">
                ✕
              </span>
            </button>
          ))}
          <LazyMenu
            isSearchable
            label={`Add a person to step ${number}`}
            className={`${slot} !border-dashed !font-normal text-muted`}
            choices={people.map(({ id, name }) => ({ id, label: plainName(name) }))}
            onChoose={(id) => onChange({ ...step, personIds: [...step.personIds, id] })}
          >
            + {step.personIds.length === 0 ? 'somebody' : ''}
          </LazyMenu>
          <span className="-ml-1">, wait</span>
          <span className="inline-flex flex-wrap items-center gap-x-1.5">
            <MinutesSlot
              label={`How long to wait after step ${number}`}
              value={step.waitMinutes}
              presets={limits.stepDelayMinutes.presets}
              min={limits.stepDelayMinutes.min}
              max={limits.stepDelayMinutes.max}
              onChange={(waitMinutes) => onChange({ ...step, waitMinutes })}
            />
            {!isLast && <span className="-ml-1">, then</span>}
          </span>
        </p>
        <div className="mt-1.5 flex flex-wrap items-center gap-x-3 text-[13px] text-muted">
          <label className="flex items-center gap-1.5">
            <input
              type="checkbox"
              className="accent-act"
              aria-describedby={barred}
              checked={step.notifyOthersStill}
              onChange={(event) => onChange({ ...step, notifyOthersStill: event.target.checked })}
            />
            keep paging after acknowledgement
          </label>
          <span className="ml-auto flex pointer-fine:opacity-0 pointer-fine:group-focus-within:opacity-100 pointer-fine:group-hover:opacity-100">
            <Button kind="quiet" className="!h-7 !px-2" aria-label={`Move step ${number} up`} onClick={() => onMove(-1)}>
              ↑
            </Button>
            <Button kind="quiet" className="!h-7 !px-2" aria-label={`Move step ${number} down`} onClick={() => onMove(1)}>
              ↓
            </Button>
            {onRemove && (
              <Button kind="quiet" className="!h-7 !px-2" onClick={onRemove}>
                Remove
              </Button>
            )}
          </span>
        </div>
        {error && (
          <p role="alert" className="text-warn">
            {error}
          </p>
        )}
      </div>
    </li>
  );
}
