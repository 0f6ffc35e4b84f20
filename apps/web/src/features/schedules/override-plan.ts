import type { CommandInput } from '@tocsin/contracts/catalogue.js';
import type { ShiftsAnswer } from '@tocsin/contracts/schedule-answers.js';

type NewOverride = CommandInput<'AddOverrides'>['overrides'][number];

/** The requested change: start and end in milliseconds. */
export interface OverrideRequest {
  readonly from: number;
  readonly to: number;
  /** Who comes on call; null: no one does. */
  readonly personId: string | null;
  /** Whom it replaces: everyone on call then, one person, or no one (they join). */
  readonly insteadOf: 'everyone' | 'no one' | { readonly personId: string };
  readonly reason: string;
}

interface Stretch {
  readonly personId: string | null;
  readonly from: number;
  readonly to: number;
}

/**
 * The overrides that do it. In the place of everyone means: of each person for as long as they were to be on call, and alone where nobody was; so
 * that a change of the rotation in between puts nobody on call twice.
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
