import { commands } from '@tocsin/contracts/catalogue.js';
import { sayFieldWords } from '@tocsin/contracts/field-words.js';
import { isForPrograms } from '@tocsin/contracts/step-targets.js';
import { screenLimits } from '@tocsin/contracts/screen-limits.js';
import type { PolicyRow, PolicyTarget } from '@tocsin/contracts/policies.js';
import { useState } from 'react';
import { ApiError, fieldErrorsOf } from '../../data/cache/api.js';
import { targetWords } from '../../data/words/target-words.js';
import { say } from '../../data/toasts.js';
import { whoMay } from '../../data/session/who-may.js';
import { useCommand } from '../../data/cache/use-command.js';
import { Barred } from '../../ui/barred.js';
import { Button } from '../../ui/button.js';
import { Conflict } from '../../ui/conflict.js';
import { TextField } from '../../ui/field.js';
import { useTargetNames } from '../event-subscriptions/shared/use-target-names.js';
import { ApplyToOpen } from '../alerts/shared/apply-to-open.js';
import { BacktestButton } from '../reports/shared/backtest-button.js';
import { Course } from './course.js';
import { draftOf, linesOf, moved, newStep, stepsOf, type Draft, type DraftStep } from './draft.js';
import { RestoredDraft } from '../../ui/found-again.js';
import { useStoredState } from '../../data/session/use-kept.js';
import { LowUrgency, Repeats } from './policy-slots.js';
import { StepSentence } from './step-sentence.js';

sayFieldWords();

/** `base`: the version that is edited. */
interface Edit {
  readonly base: PolicyRow;
  readonly draft: Draft;
}

interface Props {
  policy: PolicyRow;
  may: boolean;
  /** That use it. */
  serviceIds: readonly string[];
}

/** What is wrong with a step, in words. */
const errorOf = (errors: Record<string, string>, at: number, { targets }: DraftStep): string | undefined => {
  const about = Object.keys(errors).filter((path) => path === `steps.${at}` || path.startsWith(`steps.${at}.`));
  const condition = about.find((path) => path.startsWith(`steps.${at}.conditions`));
  if (condition) return `${condition.endsWith('.label') ? 'Name of the label: ' : ''}${errors[condition]}`;
  return targets.length === 0 && about.length > 0 ? 'Add a person or a schedule, or remove the step.' : undefined;
};

/** A policy as sentences with slots. A save names the version that was edited. */
export function PolicyEditor({ policy, may, serviceIds }: Props) {
  const names = useTargetNames();
  const words = (target: PolicyTarget) => targetWords(target, names);
  const edit = useStoredState<Edit>(`policy:${policy.id}`, () => ({ base: policy, draft: draftOf(policy) }));
  const { base, draft } = edit.value;
  const [applyToOpen, setApplyToOpen] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const change = useCommand('ChangePolicy', 'save the policy; your text is still there', { inForm: true });

  const isConflict = change.error instanceof ApiError && change.error.code === 'conflict.revision' && policy.version !== base.version;
  const isDirty = JSON.stringify(draft) !== JSON.stringify(draftOf(base));
  const put = (part: Partial<Draft>) => edit.set({ base, draft: { ...draft, ...part } });
  const startFrom = (from: PolicyRow) => {
    edit.set({ base: from, draft: draftOf(from) });
    edit.forget();
  };

  const requestOf = () => ({
    teamId: policy.teamId,
    policyId: policy.id,
    version: base.version,
    name: draft.name,
    steps: stepsOf(draft),
    repeats: draft.repeats,
    climbLow: draft.climbLow,
    lowWaits: draft.lowWaits,
  });
  /** What is typed, or null where something in it is wrong, which is then said. */
  const validated = (values: unknown) => {
    const parsed = commands.ChangePolicy.data.safeParse(values);
    setErrors(parsed.success ? {} : Object.fromEntries(parsed.error.issues.map((issue) => [issue.path.join('.'), issue.message])));
    return parsed.success ? parsed.data : null;
  };
  const changeOf = () => {
    const data = validated(requestOf());
    return data && { type: 'ChangePolicy' as const, data };
  };

  function save() {
    const request = requestOf();
    const values = { ...request, ...(applyToOpen ? { applyToOpen } : {}) };
    if (!validated(values)) return;
    change.mutate(values, {
      onSuccess: () => {
        const now = edit.now().draft;
        edit.set({ base: { ...base, ...request, version: base.version + 1 }, draft: now });
        // what was written on while it was saved stays, unsaved
        if (now === draft) edit.forget();
        setApplyToOpen(false);
        say({
          kind: 'done',
          title: 'Saved',
          detail: applyToOpen ? 'Open alert groups continue with it.' : 'Open alert groups keep the version they use.',
        });
      },
      onError: (error) => setErrors(fieldErrorsOf(error)),
    });
  }

  return (
    <div className="grid gap-x-14 gap-y-8 lg:grid-cols-[7fr_5fr]">
      <Barred why={!may && `Only ${whoMay('service.configure')} can change or remove policies.`}>
        <legend className="sr-only">The policy</legend>
        {isConflict ? (
          <Conflict
            was={linesOf(draftOf(base), words)}
            is={linesOf(draftOf(policy), words)}
            onKeep={() => {
              edit.set({ base: policy, draft });
              change.reset();
            }}
            onDiscardOwn={() => {
              startFrom(policy);
              change.reset();
            }}
          />
        ) : (
          edit.foundFrom && isDirty && <RestoredDraft at={edit.foundFrom} onDiscard={() => startFrom(policy)} />
        )}
        <TextField label="Name" value={draft.name} error={errors.name} onChange={(event) => put({ name: event.target.value })} />
        <Steps steps={draft.steps} teamId={policy.teamId} errors={errors} onChange={(steps) => put({ steps })} />
        <Repeats draft={draft} onChange={put} />
        <LowUrgency draft={draft} onChange={put} />
        {may && isDirty && <ApplyToOpen serviceIds={serviceIds} checked={applyToOpen} onChange={setApplyToOpen} />}
        {may && (
          <div className="mt-4 flex flex-wrap items-center gap-3">
            <Button kind="act" busy={change.isPending} whyNot={!isDirty && 'No changes yet'} onClick={save}>
              Save as version {base.version + 1}
            </Button>
            {isDirty && (
              <>
                <BacktestButton changeOf={changeOf} />
                <Button kind="quiet" onClick={() => startFrom(policy)}>
                  Discard changes
                </Button>
              </>
            )}
          </div>
        )}
      </Barred>
      <div>
        <Course draft={draft} names={names} teamName={names.team(policy.teamId)} />
      </div>
    </div>
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
      <ol id="steps" className="mt-4 scroll-mt-16 border-t border-line">
        {steps.map((step, at) => (
          <StepSentence
            key={step.stepId}
            step={step}
            teamId={teamId}
            number={at + 1}
            isLast={at === steps.length - 1}
            error={errorOf(errors, at, step)}
            onChange={(next) => onChange(steps.with(at, next))}
            onMove={(by) => onChange(moved(steps, at, by))}
            onRemove={steps.length > 1 ? () => onChange(steps.toSpliced(at, 1)) : null}
          />
        ))}
      </ol>
      {steps.every(isForPrograms) && <p className="mt-2 text-warn">This policy pages no one: it only calls webhooks.</p>}
      {steps.length < screenLimits.stepsPerPolicy && (
        <Button kind="quiet" className="mt-2" onClick={() => onChange([...steps, newStep()])}>
          + Add a step
        </Button>
      )}
    </>
  );
}
