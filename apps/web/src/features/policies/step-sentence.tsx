import { isForPrograms, targetKey } from '@tocsin/contracts/policies/targets.js';
import * as policyLimits from '@tocsin/contracts/policies/limits.js';
import { targetWords } from './shared/target-words.js';
import { useBarred } from '../../ui/use-barred.js';
import { Button } from '../../ui/button.js';
import { LazyMenu } from '../../ui/lazy-menu.js';
import { panelClass } from '../../ui/panel.js';
import { MinutesSlot } from '../../ui/minutes-slot.js';
import { ConditionSlots } from './condition-slots.js';
import { useTargetNames } from '../event-subscriptions/shared/use-target-names.js';
import type { DraftStep } from './draft.js';
import { useStepTargets } from './shared/use-targets.js';

interface Props {
  step: DraftStep;
  /** The team of the policy: its webhooks can be called. */
  teamId: string;
  number: number;
  isLast: boolean;
  error: string | undefined;
  onChange: (step: DraftStep) => void;
  onMove: (by: 1 | -1) => void;
  onRemove: (() => void) | null;
}

const slot = 'inline-flex h-7 items-center gap-1 rounded-md border border-line bg-panel px-2 font-medium hover:border-line-field';

/** “Page [Ana] [Bo], wait [5] min, then …” */
export function StepSentence({ step, teamId, number, isLast, error, onChange, onMove, onRemove }: Props) {
  return (
    <li className={`group grid grid-cols-[1.75rem_1fr] gap-x-2 p-4 ${panelClass}`} aria-label={`Step ${number}`}>
      <span
        aria-hidden
        className={`mt-0.5 grid size-6 place-items-center rounded-full border text-xs font-semibold tabular-nums ${number === 1 ? 'border-bronze-fill text-bronze ring-4 ring-bronze-tint' : 'border-line-field text-muted'}`}
      >
        {number}
      </span>
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-1.5 gap-y-1.5 leading-7">
          {isForPrograms(step) ? 'Call' : step.oneInTurn ? 'Page one of' : 'Page'}
          <StepTargets step={step} teamId={teamId} number={number} onChange={onChange} />
          <span className="-ml-1">, wait</span>
          <span className="inline-flex flex-wrap items-center gap-x-1.5">
            <MinutesSlot
              label={`How long to wait after step ${number}`}
              value={step.waitMinutes}
              presets={policyLimits.stepDelayMinutes.presets}
              min={policyLimits.stepDelayMinutes.min}
              max={policyLimits.stepDelayMinutes.max}
              onChange={(waitMinutes) => onChange({ ...step, waitMinutes })}
            />
            {!isLast && <span className="-ml-1">, then</span>}
          </span>
        </p>
        <div className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
          <StepOptions step={step} onChange={onChange} />
          <StepButtons number={number} onMove={onMove} onRemove={onRemove} />
        </div>
        <ConditionSlots
          of={`step ${number}`}
          conditions={step.conditions ?? {}}
          onChange={(conditions) => onChange({ ...step, conditions })}
        />
        {error && (
          <p role="alert" className="text-warn">
            {error}
          </p>
        )}
      </div>
    </li>
  );
}

/** Whom it pages, each a button that removes them; and whom else it could. */
function StepTargets({ step, teamId, number, onChange }: Pick<Props, 'step' | 'teamId' | 'number' | 'onChange'>) {
  const names = useTargetNames();
  const barred = useBarred();
  const targets = useStepTargets(step.targets, teamId);
  const drop = (key: string) => onChange({ ...step, targets: step.targets.filter((one) => targetKey(one) !== key) });
  return (
    <>
      {step.targets.map((target) => (
        <button
          key={targetKey(target)}
          type="button"
          title="Remove"
          aria-describedby={barred}
          aria-label={`Remove ${targetWords(target, names)} from step ${number}`}
          onClick={() => drop(targetKey(target))}
          className={slot}
        >
          {targetWords(target, names)}{' '}
          <span aria-hidden className="text-faint">
            ✕
          </span>
        </button>
      ))}
      <LazyMenu
        isSearchable
        label={`Add someone to step ${number}`}
        className={`${slot} !border-dashed !font-normal text-muted`}
        choices={targets.map(({ target, label, hint }) => ({ id: targetKey(target), label, ...(hint ? { hint } : {}) }))}
        onChoose={(key) => {
          const chosen = targets.find(({ target }) => targetKey(target) === key);
          if (chosen) onChange({ ...step, targets: [...step.targets, chosen.target] });
        }}
      >
        + {step.targets.length === 0 ? 'someone' : ''}
      </LazyMenu>
    </>
  );
}

const StepOptions = ({ step, onChange }: Pick<Props, 'step' | 'onChange'>) => (
  <>
    <Option
      label="also page when someone has already acknowledged"
      isOn={step.notifyOthersStill}
      onChange={(notifyOthersStill) => onChange({ ...step, notifyOthersStill })}
    />
    <Option
      label="page one person (round-robin)"
      isOn={step.oneInTurn === true}
      onChange={(isOn) => onChange({ ...step, oneInTurn: isOn ? true : undefined })}
    />
  </>
);

const Option = ({ label, isOn, onChange }: { label: string; isOn: boolean; onChange: (isOn: boolean) => void }) => (
  <label className="flex min-h-6 items-center gap-1.5">
    <input
      type="checkbox"
      className="accent-act"
      aria-describedby={useBarred()}
      checked={isOn}
      onChange={(event) => onChange(event.target.checked)}
    />
    {label}
  </label>
);

const StepButtons = ({ number, onMove, onRemove }: Pick<Props, 'number' | 'onMove' | 'onRemove'>) => (
  <span className="ml-auto flex sm:pointer-fine:opacity-0 sm:pointer-fine:group-focus-within:opacity-100 sm:pointer-fine:group-hover:opacity-100">
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
);
