import type { FactOf } from '@tocsin/contracts/catalogue.js';

/** Whose turn it was: who was picked, and at which place of those behind the step they stood. */
export type Picked = NonNullable<FactOf<'EscalationStepTaken'>['picked']>;

/** Those behind a step, each once, in the order in which it names them. */
export type Ring = readonly string[];

/** Where the next turn begins: after whoever was picked last; where they are gone, at their place. */
const beginOf = (ring: Ring, last: Picked | undefined): number => {
  if (!last) return 0;
  const at = ring.indexOf(last.personId);
  return at < 0 ? last.place : at + 1;
};

/** The ring from whoever’s turn it is. */
export const inTurn = (ring: Ring, last: Picked | undefined): Ring => {
  if (ring.length === 0) return ring;
  const begin = beginOf(ring, last) % ring.length;
  return [...ring.slice(begin), ...ring.slice(0, begin)];
};

/** The first in turn who can be paged, and who was passed over for them. Picked is undefined where nobody can. */
export const pickOf = (
  ring: Ring,
  last: Picked | undefined,
  isReachable: (personId: string) => boolean,
): { readonly picked?: Picked; readonly passedOver: Ring } => {
  const turns = inTurn(ring, last);
  const at = turns.findIndex(isReachable);
  const personId = turns[at];
  return personId === undefined
    ? { passedOver: turns }
    : { picked: { personId, place: ring.indexOf(personId) }, passedOver: turns.slice(0, at) };
};
