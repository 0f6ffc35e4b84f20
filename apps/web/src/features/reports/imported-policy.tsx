import type { ImportTableAnswer } from '@tocsin/contracts/imports/imports.js';
import type { TypedStep } from '@tocsin/contracts/policies/noun.js';
import { idsNamed } from '@tocsin/contracts/policies/targets.js';
import * as policyLimits from '@tocsin/contracts/policies/limits.js';
import { Button } from '../../ui/button.js';
import { MinutesSlot } from '../../ui/minutes-slot.js';
import { ComboSlot, namedOptions } from '../../ui/combo-field.js';

type Imported = Pick<ImportTableAnswer, 'people' | 'teamId'>;

/** The value of the choice to page one of all in turn. */
const inTurn = 'in turn';

const personOf = (step: TypedStep): string => idsNamed(step, 'person')[0] ?? inTurn;

const pageWhom = (step: TypedStep, personId: string, teamId: string): TypedStep =>
  personId === inTurn
    ? { ...step, targets: [{ kind: 'team', teamId }], oneInTurn: true }
    : { targets: [{ kind: 'person', personId }], waitMinutes: step.waitMinutes, notifyOthersStill: step.notifyOthersStill };

interface Props {
  readonly imported: Imported;
  readonly steps: readonly TypedStep[];
  readonly onChange: (steps: readonly TypedStep[]) => void;
}

/** Whom an imported history would have paged: its services share one policy, which only a backtest reads. */
export function ImportedPolicy({ imported: { people, teamId }, steps, onChange }: Props) {
  const put = (n: number, step: TypedStep) => onChange(steps.with(n, step));
  return (
    <ol className="mt-3 w-full space-y-1" aria-label="Steps to try">
      {steps.map((step, n) => (
        <li key={step.stepId ?? `added as step ${n + 1}`} className="flex flex-wrap items-center gap-2">
          <span>{n === 0 ? 'Page' : 'Then page'}</span>
          <ComboSlot
            label={`Person of step ${n + 1}`}
            options={[{ id: inTurn, label: 'one of all, in turn' }, ...namedOptions(people)]}
            value={personOf(step)}
            onChoose={(whom) => put(n, pageWhom(step, whom, teamId!))}
          />
          <span>and wait</span>
          <MinutesSlot
            label={`How long to wait after step ${n + 1}`}
            value={step.waitMinutes}
            presets={[1, 5, 10, 15, 30, 60]}
            min={policyLimits.stepDelayMinutes.min}
            max={policyLimits.stepDelayMinutes.max}
            onChange={(waitMinutes) => put(n, { ...step, waitMinutes })}
          />
          {steps.length > 1 && (
            <Button kind="quiet" onClick={() => onChange(steps.toSpliced(n, 1))}>
              Remove step
            </Button>
          )}
        </li>
      ))}
      {steps.length < policyLimits.stepsPerPolicy && (
        <li>
          <Button kind="quiet" onClick={() => onChange([...steps, { ...steps.at(-1)!, stepId: undefined }])}>
            Add step
          </Button>
        </li>
      )}
    </ol>
  );
}
