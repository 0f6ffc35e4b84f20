import type { CommandData } from '@tocsin/contracts/catalogue.js';
import type { OverrideSetting } from '@tocsin/contracts/schedules/overrides.js';
import { Nothing } from '@tocsin/kernel/decide/refusal.js';
import { laterOf } from '@tocsin/kernel/time.js';
import { refusePermission, hasTeamPermission } from '../../rules/permissions.js';
import type { ConfigurationContext } from '../../reads.js';
import { refuse } from '../../rules/refuse.js';
import { hasSameSettings } from '../../rules/same-settings.js';
import type { Mistake } from './layer-checks.js';
import { checkOverride, checkOverrides, checkOverrideCount, type OverrideDraft } from './override-checks.js';
import type { StartedDecisionFunction } from './state.js';

/** Whether the actor may change the layers, and so override anyone. */
export const isManager = (context: ConfigurationContext, scheduleId: string): boolean => {
  const teamId = context.reads.schedules.get(scheduleId)?.teamId;
  return hasTeamPermission(context, 'service.configure', teamId === undefined ? undefined : context.reads.teams.get(teamId));
};

/** A responder may only put themselves on call, or take themselves off. */
const isOwn = ({ kind, personId }: OverrideDraft, { actor }: ConfigurationContext): boolean =>
  kind !== 'remove_everybody' && actor.kind === 'person' && personId === actor.id;

const refuseNotAllowed = (scheduleId: string, overrides: readonly OverrideDraft[], context: ConfigurationContext): Mistake =>
  isManager(context, scheduleId) || overrides.every((override) => isOwn(override, context))
    ? null
    : refusePermission('a manager of the team, or the person who goes on call,');

export const addOverrides: StartedDecisionFunction<CommandData<'AddOverrides'>> = ({ scheduleId, overrides }, state, context) => {
  const refusal = refuseNotAllowed(scheduleId, overrides, context) ?? checkOverrides(overrides, context);
  if (refusal) return refusal;
  const newOverrides = overrides.map((override, n): OverrideSetting => ({
    ...override,
    overrideId: override.overrideId ?? context.newId('override', n),
    from: laterOf(override.from, context.now),
  }));
  const presentOverrides = newOverrides.filter(({ overrideId }) => state.overrides.some((one) => one.overrideId === overrideId));
  if (presentOverrides.length > 0) return againOf(presentOverrides, newOverrides, state.overrides);
  return (
    checkOverrideCount(state, newOverrides.length, context.now) ?? [
      { type: 'OverridesAdded', data: { scheduleId, overrides: newOverrides } },
    ]
  );
};

/** When the ids exist already: the same overrides again are nothing new. */
const againOf = (
  presentOverrides: readonly OverrideSetting[],
  newOverrides: readonly OverrideSetting[],
  currentOverrides: readonly OverrideSetting[],
) => {
  const isSame = ({ overrideId, from: _from, ...rest }: OverrideSetting): boolean =>
    hasSameSettings(
      currentOverrides.find((one) => one.overrideId === overrideId)!,
      rest,
    );
  const isAll = presentOverrides.length === newOverrides.length && presentOverrides.every(isSame);
  return isAll ? new Nothing() : refuse('conflict.revision', { name: 'The override' });
};

/** An existing override that the actor may change. */
const findOverride = (
  { scheduleId, overrideId }: { readonly scheduleId: string; readonly overrideId: string },
  overrides: readonly OverrideSetting[],
  context: ConfigurationContext,
) => {
  const override = overrides.find((one) => one.overrideId === overrideId);
  if (!override) return refuse('schedule.override_not_found');
  return refuseNotAllowed(scheduleId, [override], context) ?? override;
};

export const changeOverride: StartedDecisionFunction<CommandData<'ChangeOverride'>> = ({ scheduleId, ...settings }, state, context) => {
  const existingOverride = findOverride({ scheduleId, ...settings }, state.overrides, context);
  if (!('overrideId' in existingOverride)) return existingOverride;
  if (hasSameSettings(existingOverride, settings)) return new Nothing();
  const refusal = refuseNotAllowed(scheduleId, [settings], context) ?? checkOverride(settings, '', context);
  if (refusal) return refusal;
  // its past effect stays: the change counts from now on, unless the start did not change
  const from = settings.from === existingOverride.from ? existingOverride.from : laterOf(settings.from, context.now);
  return [
    {
      type: 'OverrideChanged',
      data: { scheduleId, override: { ...settings, from, ...coverOf(existingOverride, settings), ...importedOf(existingOverride) } },
    },
  ];
};

/** The link to a request for cover stays when only the time changes. */
const coverOf = ({ personId, replacesId, coverId }: OverrideSetting, settings: OverrideDraft): Pick<OverrideSetting, 'coverId'> =>
  coverId !== undefined && personId === settings.personId && replacesId === settings.replacesId ? { coverId } : {};

/** Keeps the import data, so that its calendar can update it. */
const importedOf = ({ imported }: OverrideSetting): Pick<OverrideSetting, 'imported'> => (imported ? { imported } : {});

export const removeOverride: StartedDecisionFunction<CommandData<'RemoveOverride'>> = (data, state, context) => {
  const existingOverride = findOverride(data, state.overrides, context);
  return 'overrideId' in existingOverride ? [{ type: 'OverrideRemoved', data }] : existingOverride;
};
