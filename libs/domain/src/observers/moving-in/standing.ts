import type { ForeignSchedule } from './organisation.js';
import type { PolicyDraft } from './settings.js';

/** Whoever stands in a rotation, an override or a step: they can’t only watch. */
export const peopleIn = (schedules: readonly ForeignSchedule[], policies: readonly PolicyDraft[]): ReadonlySet<string> =>
  new Set([
    ...schedules.flatMap(({ layers }) => layers.flatMap(({ slots }) => slots.flat())),
    ...schedules.flatMap(({ overrides }) => overrides.flatMap((one) => (one.kind === 'remove-everybody' ? [] : one.person))),
    ...policies.flatMap(({ steps }) => steps.flatMap(({ targets }) => targets.flatMap((one) => ('person' in one ? one.person : [])))),
  ]);
