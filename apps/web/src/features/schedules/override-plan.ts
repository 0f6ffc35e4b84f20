import type { CommandInput } from '@tocsin/contracts/catalogue.js';
import type { ShiftsAnswer } from '@tocsin/contracts/schedules/answers.js';

type NewOverride = CommandInput<'AddOverrides'>['overrides'][number];

/** The requested change: start and end in milliseconds. */
export interface OverrideRequest {
  readonly from: number;
  readonly to: number;
  /** The person put on call; null: no one. */
  readonly personId: string | null;
  /** Replaces everyone on call then, one person, or no one (an addition). */
  readonly insteadOf: 'everyone' | 'no one' | { readonly personId: string };
  readonly reason: string;
}

interface Stretch {
  readonly personId: string | null;
  readonly from: number;
  readonly to: number;
}

/**
 * Overrides that implement the choice. “Instead of everyone” replaces each person for their own time and adds one for gaps, so that a later rotation
 * change never puts two people on call.
 */
export function overridesFor(request: OverrideRequest, planned: Pick<ShiftsAnswer, 'final' | 'gaps'>): NewOverride[] {
  const { personId, insteadOf } = request;
  const base = { replacesId: null, reason: request.reason.trim(), from: iso(request.from), to: iso(request.to) };
  if (typeof insteadOf === 'object') {
    if (personId === null) return [{ ...base, kind: 'remove', personId: insteadOf.personId }];
    return [{ ...base, kind: 'replace', personId, replacesId: insteadOf.personId }];
  }
  if (personId === null) return [{ ...base, kind: 'remove_everybody', personId: null }];
  if (insteadOf === 'no one') return [{ ...base, kind: 'add', personId }];
  return stretchesOf(request, planned)
    .filter((stretch) => stretch.personId !== personId)
    .map(({ personId: replacesId, from, to }) => ({
      ...base,
      from: iso(from),
      to: iso(to),
      kind: replacesId === null ? 'add' : 'replace',
      personId,
      replacesId,
    }));
}

/** The planned time of each person, and of no one; consecutive parts of the same person are merged. */
export function stretchesOf(
  { from, to }: Pick<OverrideRequest, 'from' | 'to'>,
  { final, gaps }: Pick<ShiftsAnswer, 'final' | 'gaps'>,
): Stretch[] {
  const pieces = [...final, ...gaps.map((gap) => ({ ...gap, personId: null }))]
    .map((one) => ({ personId: one.personId, from: Math.max(from, Date.parse(one.from)), to: Math.min(to, Date.parse(one.to)) }))
    .filter((one) => one.to > one.from)
    .toSorted((one, other) => one.from - other.from);
  const joined: Stretch[] = [];
  for (const piece of pieces) {
    const at = joined.findIndex((one) => one.personId === piece.personId && one.to >= piece.from);
    if (at < 0) joined.push(piece);
    else joined[at] = { ...joined[at]!, to: Math.max(joined[at]!.to, piece.to) };
  }
  return joined;
}

const iso = (at: number): string => new Date(at).toISOString();
