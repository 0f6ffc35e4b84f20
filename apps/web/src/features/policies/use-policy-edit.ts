import { commands } from '@tocsin/contracts/policies/noun.js';
import { sayFieldWords } from '@tocsin/contracts/field-words.js';
import type { PolicyRow } from '@tocsin/contracts/policies/noun.js';
import { useState } from 'react';
import { ApiError, fieldErrorsOf } from '../../data/cache/api.js';
import { useCommand } from '../../data/cache/use-command.js';
import { useStoredState } from '../../data/session/use-stored-state.js';
import { say } from '../../data/toasts.js';
import { draftOf, stepsOf, type Draft } from './draft.js';

sayFieldWords();

/** `base`: the version that is edited. */
interface Edit {
  readonly base: PolicyRow;
  readonly draft: Draft;
}

const sayApplied = (toOpen: boolean, before: number): void =>
  say({
    kind: 'done',
    title: 'Saved',
    detail: toOpen ? 'Alerts already open continue with it.' : `Alerts already open keep version ${before}.`,
  });

/** The draft of a policy, kept until it is saved or discarded. A save names the version that was edited. */
export function usePolicyEdit(policy: PolicyRow) {
  const edit = useStoredState<Edit>(`policy:${policy.id}`, () => ({ base: policy, draft: draftOf(policy) }));
  const { base, draft } = edit.value;
  const [applyToOpen, setApplyToOpen] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const change = useCommand('ChangePolicy', 'save the policy; your text is still there', { inForm: true });

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
    nightBudget: draft.nightBudget,
  });
  /** The validated request, or null after showing the field errors. */
  const validated = (values: unknown) => {
    const parsed = commands.ChangePolicy.data.safeParse(values);
    setErrors(parsed.success ? {} : Object.fromEntries(parsed.error.issues.map((issue) => [issue.path.join('.'), issue.message])));
    return parsed.success ? parsed.data : null;
  };

  function save() {
    const request = requestOf();
    const values = { ...request, ...(applyToOpen ? { applyToOpen } : {}) };
    if (!validated(values)) return;
    change.mutate(values, {
      onSuccess: () => {
        const now = edit.now().draft;
        edit.set({ base: { ...base, ...request, version: base.version + 1 }, draft: now });
        // edits made while saving stay unsaved
        if (now === draft) edit.forget();
        setApplyToOpen(false);
        sayApplied(applyToOpen, base.version);
      },
      onError: (error) => setErrors(fieldErrorsOf(error)),
    });
  }

  return {
    base,
    draft,
    errors,
    applyToOpen,
    setApplyToOpen,
    isDirty: JSON.stringify(draft) !== JSON.stringify(draftOf(base)),
    isConflict: change.error instanceof ApiError && change.error.code === 'conflict.revision' && policy.version !== base.version,
    isSaving: change.isPending,
    foundFrom: edit.foundFrom,
    put: (part: Partial<Draft>) => edit.set({ base, draft: { ...draft, ...part } }),
    startFrom,
    /** My draft, on top of what someone else saved. */
    rebase: () => edit.set({ base: policy, draft }),
    reset: change.reset,
    changeOf: () => {
      const data = validated(requestOf());
      return data && { type: 'ChangePolicy' as const, data };
    },
    save,
  };
}
export type PolicyEdit = ReturnType<typeof usePolicyEdit>;
