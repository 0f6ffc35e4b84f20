import * as scheduleLimits from '@tocsin/contracts/schedules/limits.js';
import type { OverrideSetting } from '@tocsin/contracts/schedules/overrides.js';
import type { ConfigurationContext } from '../../reads.js';
import { refuse } from '../../rules/refuse.js';
import { unfitReasonOf, canServe } from '../../rules/can-serve.js';
import { first, type Mistake } from './layer-checks.js';

/** An override without its reason. */
export type OverrideDraft = Pick<OverrideSetting, 'kind' | 'personId' | 'replacesId' | 'from' | 'to'>;

/** The person whose duty it changes; null: everyone’s. */
const subjectOf = ({ kind, personId, replacesId }: OverrideDraft): string | null => (kind === 'replace' ? replacesId : personId);

const doOverlap = (one: OverrideDraft, other: OverrideDraft): boolean => one.from < other.to && other.from < one.to;

/** The refusal for the problem of one override, at its field; `path` ends with a dot, or is empty. */
export function checkOverride(override: OverrideDraft, path: string, context: ConfigurationContext): Mistake {
  const { kind, personId, replacesId, from, to } = override;
  if (to <= from) return refuse('schedule.override_ends_before', {}, `${path}to`);
  if (to <= context.now) return refuse('schedule.override_over', {}, `${path}to`);
  if (kind === 'remove_everybody') return null;
  if (personId === null) return refuse('schedule.override_of_nobody', {}, `${path}personId`);
  if (kind === 'remove') return null;
  if (!canServe(context, personId)) return refuse(unfitReasonOf(context, personId), {}, `${path}personId`);
  if (kind === 'add') return null;
  if (replacesId === null) return refuse('schedule.override_of_nobody', {}, `${path}replacesId`);
  return replacesId === personId ? refuse('schedule.override_of_oneself', {}, `${path}personId`) : null;
}

/** The same for several in one command, of which no two may be about one person at the same time. */
export function checkOverrides(overrides: readonly OverrideDraft[], context: ConfigurationContext): Mistake {
  return first(overrides, (override, n) => {
    const mistake = checkOverride(override, `overrides.${n}.`, context);
    if (mistake) return mistake;
    const isTwice = overrides.slice(0, n).some((other) => subjectOf(other) === subjectOf(override) && doOverlap(other, override));
    return isTwice ? refuse('schedule.override_overlaps', {}, `overrides.${n}.from`) : null;
  });
}

/** Past overrides stay in the row until its next handoff is planned, but do not count. `more`: how many are added. */
export function checkOverrideCount({ overrides }: { readonly overrides: readonly OverrideSetting[] }, more: number, now: string): Mistake {
  const limit = scheduleLimits.overridesAhead;
  return overrides.filter(({ to }) => to > now).length + more > limit ? refuse('limit.overrides', { limit }) : null;
}
