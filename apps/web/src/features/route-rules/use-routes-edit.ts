import { sayFieldWords } from '@tocsin/contracts/field-words.js';
import { commands, organisationRouter, type RouteRule } from '@tocsin/contracts/route-rules/noun.js';
import { useState } from 'react';
import { ApiError, fieldErrorsOf } from '../../data/cache/api.js';
import { useCommand } from '../../data/cache/use-command.js';
import { useStoredState } from '../../data/session/use-stored-state.js';
import { say } from '../../data/toasts.js';
import { draftNameOf, isDirty, noRoutes, type RoutesDraft, type SavedRoutes } from './shared/routes-draft.js';

sayFieldWords();

/** Whose routes: an integration’s, or the organisation’s, of no team. */
export interface RouterRef {
  readonly id: string;
  readonly teamId: string | null;
}

/** The draft of a router, kept until it is saved or discarded. What others save is shown at once while nothing is edited here. */
export function useRoutesEdit({ id, teamId }: RouterRef, row: SavedRoutes = noRoutes) {
  const stored = useStoredState<RoutesDraft>(draftNameOf(id), () => ({ base: row, rules: row.rules }));
  const edit = !isDirty(stored.value) && row.version > stored.value.base.version ? { base: row, rules: row.rules } : stored.value;
  const [errors, setErrors] = useState<Record<string, string>>({});
  const ofIntegration = useCommand('ChangeRoutes', 'save the routes; your rules are still here', { inForm: true });
  const ofOrganisation = useCommand('ChangeOrganisationRoutes', 'save the routes; your rules are still here', { inForm: true });
  const sent = id === organisationRouter ? ofOrganisation : ofIntegration;

  const startFrom = (base: SavedRoutes) => {
    stored.set({ base, rules: base.rules });
    stored.forget();
    setErrors({});
  };
  const put = (rules: readonly RouteRule[]) => stored.set({ base: edit.base, rules });
  const list = { version: edit.base.version, rules: [...edit.rules] };
  const handlers = {
    onSuccess: () => {
      const rules = stored.now().rules;
      stored.set({ base: { version: list.version + 1, rules: list.rules }, rules });
      if (rules === edit.rules) stored.forget();
      setErrors({});
      say({ kind: 'done', title: 'Routes saved', detail: 'They apply to the next alerts. What fires stays in its alert group.' });
    },
    onError: (error: Error) => setErrors(fieldErrorsOf(error)),
  };
  return {
    ...edit,
    teamId,
    errors,
    put,
    startFrom,
    isDirty: isDirty(edit),
    isSaving: sent.isPending,
    isConflict: sent.error instanceof ApiError && sent.error.code === 'conflict.revision' && row.version !== edit.base.version,
    foundFrom: stored.foundFrom,
    /** My rules, on top of what someone else saved. */
    rebase: () => {
      stored.set({ base: row, rules: edit.rules });
      sent.reset();
    },
    reset: sent.reset,
    save: () =>
      teamId === null ? ofOrganisation.mutate(list, handlers) : ofIntegration.mutate({ teamId, integrationId: id, ...list }, handlers),
    /** The change, for a backtest; null while it is incomplete. */
    changeOf: () => {
      if (teamId === null) {
        const { data } = commands.ChangeOrganisationRoutes.data.safeParse(list);
        return data ? { type: 'ChangeOrganisationRoutes' as const, data } : null;
      }
      const { data } = commands.ChangeRoutes.data.safeParse({ teamId, integrationId: id, ...list });
      return data ? { type: 'ChangeRoutes' as const, data } : null;
    },
  };
}
export type RoutesEdit = ReturnType<typeof useRoutesEdit>;
