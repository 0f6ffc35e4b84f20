import type { CommandData } from '@tocsin/contracts/catalogue.js';
import type { OverrideSetting } from '@tocsin/contracts/overrides.js';
import { Nothing } from '@tocsin/kernel/decide/refused.js';
import { later } from '@tocsin/kernel/time.js';
import { denied, mayInTeam } from '../rules/permissions.js';
import type { ConfigurationContext } from '../reads.js';
import { refuse } from '../rules/refuse.js';
import { hasSameSettings } from '../rules/same-settings.js';
import type { Mistake } from './layer-mistakes.js';
import { mistakeInOverride, mistakeInOverrides, tooManyOverrides, type Overriding } from './override-mistakes.js';
import type { DecideOnBegun } from './state.js';

/** Whether the actor may change the layers, and so override anyone. */
export const isManager = (context: ConfigurationContext, scheduleId: string): boolean => {
  const teamId = context.reads.schedules.get(scheduleId)?.teamId;
  return mayInTeam(context, 'service.configure', teamId === undefined ? undefined : context.reads.teams.get(teamId));
};

/** A responder may only put themselves on call, or take themselves off. */
const isOwn = ({ kind, personId }: Overriding, { actor }: ConfigurationContext): boolean =>
  kind !== 'remove_everybody' && actor.kind === 'person' && personId === actor.id;

const notAllowed = (scheduleId: string, overrides: readonly Overriding[], context: ConfigurationContext): Mistake =>
  isManager(context, scheduleId) || overrides.every((override) => isOwn(override, context))
    ? null
    : denied('a manager of the team, or the person who goes on call,');

export const addOverrides: DecideOnBegun<CommandData<'AddOverrides'>> = ({ scheduleId, overrides }, state, context) => {
  const refused = notAllowed(scheduleId, overrides, context) ?? mistakeInOverrides(overrides, context);
  if (refused) return refused;
  const added = overrides.map((override, n): OverrideSetting => ({
    ...override,
    overrideId: override.overrideId ?? context.newId('override', n),
    from: later(override.from, context.now),
  }));
  const there = added.filter(({ overrideId }) => state.overrides.some((one) => one.overrideId === overrideId));
  if (there.length > 0) return againOf(there, added, state.overrides);
  return tooManyOverrides(state, added.length, context.now) ?? [{ type: 'OverridesAdded', data: { scheduleId, overrides: added } }];
};

/** When the ids exist already: the same overrides again are nothing new. */
const againOf = (there: readonly OverrideSetting[], added: readonly OverrideSetting[], known: readonly OverrideSetting[]) => {
  const isSame = ({ overrideId, from: _from, ...rest }: OverrideSetting): boolean =>
    hasSameSettings(
      known.find((one) => one.overrideId === overrideId)!,
      rest,
    );
  const isAll = there.length === added.length && there.every(isSame);
  return isAll ? new Nothing() : refuse('conflict.revision', { name: 'The override' });
};

/** An existing override that the actor may change. */
const known = (
  { scheduleId, overrideId }: { readonly scheduleId: string; readonly overrideId: string },
  overrides: readonly OverrideSetting[],
  context: ConfigurationContext,
) => {
  const override = overrides.find((one) => one.overrideId === overrideId);
  if (!override) return refuse('schedule.override_not_found');
  return notAllowed(scheduleId, [override], context) ?? override;
};

export const changeOverride: DecideOnBegun<CommandData<'ChangeOverride'>> = ({ scheduleId, ...settings }, state, context) => {
  const there = known({ scheduleId, ...settings }, state.overrides, context);
  if (!('overrideId' in there)) return there;
  if (hasSameSettings(there, settings)) return new Nothing();
  const refused = notAllowed(scheduleId, [settings], context) ?? mistakeInOverride(settings, '', context);
  if (refused) return refused;
  // its past effect stays: the change counts from now on, unless the start did not change
  const from = settings.from === there.from ? there.from : later(settings.from, context.now);
  return [
    { type: 'OverrideChanged', data: { scheduleId, override: { ...settings, from, ...coverOf(there, settings), ...importedOf(there) } } },
  ];
};

/** The link to a request for cover stays when only the time changes. */
const coverOf = ({ personId, replacesId, coverId }: OverrideSetting, settings: Overriding): Pick<OverrideSetting, 'coverId'> =>
  coverId !== undefined && personId === settings.personId && replacesId === settings.replacesId ? { coverId } : {};

/** Keeps the import data, so that its calendar can update it. */
const importedOf = ({ imported }: OverrideSetting): Pick<OverrideSetting, 'imported'> => (imported ? { imported } : {});

export const removeOverride: DecideOnBegun<CommandData<'RemoveOverride'>> = (data, state, context) => {
  const there = known(data, state.overrides, context);
  return 'overrideId' in there ? [{ type: 'OverrideRemoved', data }] : there;
};
