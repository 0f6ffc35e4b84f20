import { toEditableText } from '@tocsin/contracts/redactions/noun.js';
import type { DraftInput, ShiftsAnswer } from '@tocsin/contracts/schedules/answers.js';
import type { OverrideSetting } from '@tocsin/contracts/schedules/overrides.js';
import { overridesFor, type OverrideRequest } from './override-plan.js';
import type { Stretch } from './use-override-drag.js';

export type DraftActs = NonNullable<DraftInput['acts']>;

/** Choice instead of a person: no one is on call. */
export const noOne = 'no one on call';
/** Values of the field “instead of” besides people: everyone on call at that time, or no one (the person is added). */
export const everyone = 'everyone';
export const nobody = 'no one';

/** An override while it is made or changed. JSON values: it outlives a reload. */
export interface OverrideFields extends Stretch {
  /** The edited override, as it was when editing began; null: a new one. */
  readonly of: OverrideSetting | null;
  /** A person’s id, `noOne`, or empty: not chosen yet. */
  readonly who: string;
  /** The replaced person’s id, `everyone` or `nobody`. */
  readonly place: string;
  readonly reason: string;
}

export const newOverride = (stretch: Stretch, who: string): OverrideFields => ({ ...stretch, of: null, who, place: everyone, reason: '' });

/** The fields of one that is there. Nothing is left of a reason that was redacted. */
export function fieldsOf(of: OverrideSetting): OverrideFields {
  const { kind, personId, replacesId, from, to, reason } = of;
  const places = { add: nobody, replace: replacesId, remove: personId, remove_everybody: everyone };
  return {
    of,
    from: Date.parse(from),
    to: Date.parse(to),
    who: kind === 'add' || kind === 'replace' ? personId! : noOne,
    place: places[kind]!,
    reason: toEditableText(reason),
  };
}

/** An override replaces one person: when editing, a replacement of everyone becomes an addition. */
function placeOf({ of, who, place }: OverrideFields): OverrideRequest['insteadOf'] {
  if (who === noOne && place === nobody) return everyone;
  if (of && who !== noOne && place === everyone) return nobody;
  return place === everyone || place === nobody ? place : { personId: place };
}

/** The commands for it; none while something is missing, or nothing changes. `planned`: who is on call meanwhile. */
export function overrideActs(fields: OverrideFields, planned: Pick<ShiftsAnswer, 'final' | 'gaps'> | undefined): DraftActs {
  const { of, from, to, who, reason } = fields;
  if (who === '' || to <= from || (!of && !planned)) return [];
  const values = { from, to, personId: who === noOne ? null : who, insteadOf: placeOf(fields), reason };
  const overrides = overridesFor(values, planned ?? { final: [], gaps: [] });
  if (!of) return overrides.length === 0 ? [] : [{ type: 'AddOverrides', data: { overrides } }];
  return overrides.map((override) => ({ type: 'ChangeOverride', data: { ...override, overrideId: of.overrideId } }));
}

/** Changes that someone else made to the override in the meantime. */
export function changedMeanwhile(of: OverrideSetting, overrides: readonly OverrideSetting[]): 'removed' | OverrideSetting | null {
  const now = overrides.find(({ overrideId }) => overrideId === of.overrideId);
  if (!now) return 'removed';
  return JSON.stringify(now) === JSON.stringify(of) ? null : now;
}
