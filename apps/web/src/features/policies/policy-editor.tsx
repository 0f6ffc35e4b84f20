import { isForPrograms } from '@tocsin/contracts/policies/targets.js';
import * as policyLimits from '@tocsin/contracts/policies/limits.js';
import type { PolicyRow, PolicyTarget } from '@tocsin/contracts/policies/noun.js';
import { targetWords } from './shared/target-words.js';
import { whoMay } from '../../data/session/who-may.js';
import { BarredFields } from '../../ui/barred-fields.js';
import { Button } from '../../ui/button.js';
import { panelClass } from '../../ui/panel.js';
import { Conflict } from '../../ui/conflict.js';
import { TextField } from '../../ui/field.js';
import { useTargetNames } from '../event-subscriptions/shared/use-target-names.js';
import { ApplyToOpen } from '../alerts/shared/apply-to-open.js';
import { OwnedByFile } from '../config-files/shared/owned-by-file.js';
import { BacktestButton } from '../reports/shared/backtest-button.js';
import { Course } from './course.js';
import { draftOf, linesOf, moveStep, newStep, type DraftStep } from './draft.js';
import { RestoredDraft } from '../../ui/restored-draft.js';
import { useCheckedSave } from './night-budget-check.js';
import { LowUrgency, NightBudget, Repeats } from './policy-slots.js';
import { StepSentence } from './step-sentence.js';
import { usePolicyEdit, type PolicyEdit } from './use-policy-edit.js';

interface Props {
  policy: PolicyRow;
  may: boolean;
  /** Services that use the policy. */
  serviceIds: readonly string[];
}

/** The error of a step, as text. */
const errorOf = (errors: Record<string, string>, at: number, { targets }: DraftStep): string | undefined => {
  const about = Object.keys(errors).filter((path) => path === `steps.${at}` || path.startsWith(`steps.${at}.`));
  const condition = about.find((path) => path.startsWith(`steps.${at}.conditions`));
  if (condition) return `${condition.endsWith('.label') ? 'Name of the label: ' : ''}${errors[condition]}`;
  return targets.length === 0 && about.length > 0 ? 'Add a person or a schedule, or remove the step.' : undefined;
};

/** A policy as sentences with slots. */
export function PolicyEditor({ policy, may, serviceIds }: Props) {
  const names = useTargetNames();
  const edit = usePolicyEdit(policy);
  const { draft, errors, put } = edit;
  return (
    <div className="mt-5 grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1fr)_384px]">
      <BarredFields why={!may && `Only ${whoMay('service.configure')} can change or remove policies.`}>
        <legend className="sr-only">The policy</legend>
        <OwnedByFile id={policy.id} className="mb-2.5" />
        {edit.isConflict ? (
          <PolicyConflict policy={policy} edit={edit} />
        ) : (
          edit.foundFrom && edit.isDirty && <RestoredDraft at={edit.foundFrom} onDiscard={() => edit.startFrom(policy)} />
        )}
        <div className={`p-4 ${panelClass}`}>
          <TextField label="Name" value={draft.name} error={errors.name} onChange={(event) => put({ name: event.target.value })} />
        </div>
        <Steps steps={draft.steps} teamId={policy.teamId} errors={errors} onChange={(steps) => put({ steps })} />
        <div className={`mt-2.5 px-4 pb-4 ${panelClass}`}>
          <Repeats draft={draft} onChange={put} />
          <LowUrgency draft={draft} onChange={put} />
          <NightBudget draft={draft} onChange={put} />
        </div>
        {may && (
          <div className={`mt-2.5 px-4 py-3 ${panelClass} ${edit.isDirty ? 'sticky bottom-3 z-10 max-sm:static' : ''}`}>
            {edit.isDirty && <ApplyToOpen serviceIds={serviceIds} checked={edit.applyToOpen} onChange={edit.setApplyToOpen} />}
            <SaveButtons edit={edit} onDiscard={() => edit.startFrom(policy)} />
          </div>
        )}
      </BarredFields>
      <div>
        <Course draft={draft} names={names} teamName={names.team(policy.teamId)} />
      </div>
    </div>
  );
}

function PolicyConflict({ policy, edit }: { policy: PolicyRow; edit: PolicyEdit }) {
  const names = useTargetNames();
  const words = (target: PolicyTarget) => targetWords(target, names);
  return (
    <Conflict
      was={linesOf(draftOf(edit.base), words)}
      is={linesOf(draftOf(policy), words)}
      onKeep={() => {
        edit.rebase();
        edit.reset();
      }}
      onDiscardOwn={() => {
        edit.startFrom(policy);
        edit.reset();
      }}
    />
  );
}

function SaveButtons({ edit, onDiscard }: { edit: PolicyEdit; onDiscard: () => void }) {
  const { isRunning, isBroken, saveNow, saveChecked, says } = useCheckedSave(edit);
  return (
    <>
      {says}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          kind="act"
          busy={edit.isSaving || isRunning}
          whyNot={!edit.isDirty && 'No changes yet'}
          onClick={isBroken ? saveNow : saveChecked}
        >
          {isBroken ? 'Save anyway' : `Save as version ${edit.base.version + 1}`}
        </Button>
        {isRunning && <Button onClick={saveNow}>Save without the check</Button>}
        {edit.isDirty && !isRunning && (
          <>
            {!isBroken && <BacktestButton changeOf={edit.changeOf} />}
            <Button kind="quiet" onClick={onDiscard}>
              Discard changes
            </Button>
          </>
        )}
      </div>
    </>
  );
}

interface StepsProps {
  steps: readonly DraftStep[];
  teamId: string;
  errors: Record<string, string>;
  onChange: (steps: readonly DraftStep[]) => void;
}

function Steps({ steps, teamId, errors, onChange }: StepsProps) {
  return (
    <>
      <ol id="steps" className="mt-2.5 grid scroll-mt-24 gap-2.5">
        {steps.map((step, at) => (
          <StepSentence
            key={step.stepId}
            step={step}
            teamId={teamId}
            number={at + 1}
            isLast={at === steps.length - 1}
            error={errorOf(errors, at, step)}
            onChange={(next) => onChange(steps.with(at, next))}
            onMove={(by) => onChange(moveStep(steps, at, by))}
            onRemove={steps.length > 1 ? () => onChange(steps.toSpliced(at, 1)) : null}
          />
        ))}
      </ol>
      {steps.every(isForPrograms) && <p className="mt-2 text-warn">This policy pages no one: it only calls webhooks and channels.</p>}
      {steps.length < policyLimits.stepsPerPolicy && (
        <Button kind="quiet" className="mt-2" onClick={() => onChange([...steps, newStep()])}>
          + Add a step
        </Button>
      )}
    </>
  );
}
