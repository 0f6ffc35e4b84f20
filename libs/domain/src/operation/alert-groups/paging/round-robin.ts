import type { FactOf } from '@tocsin/contracts/catalogue.js';

/** Who was picked, and at which position among the step’s people. */
export type PickedPerson = NonNullable<FactOf<'EscalationStepTaken'>['picked']>;

/** The step’s people, each once, in the order in which it names them. */
export type Ring = readonly string[];

/** Index of the next turn: after the person picked last; if they are gone, at their position. */
const beginOf = (ring: Ring, last: PickedPerson | undefined): number => {
  if (!last) return 0;
  const at = ring.indexOf(last.personId);
  return at < 0 ? last.place : at + 1;
};

/** The ring, starting with the next person. */
export const orderFromTurn = (ring: Ring, last: PickedPerson | undefined): Ring => {
  if (ring.length === 0) return ring;
  const begin = beginOf(ring, last) % ring.length;
  return [...ring.slice(begin), ...ring.slice(0, begin)];
};

/** The first person in order who can be paged, and the skipped ones. `picked` is undefined if no one can be. */
export const pickOf = (
  ring: Ring,
  last: PickedPerson | undefined,
  isReachable: (personId: string) => boolean,
): { readonly picked?: PickedPerson; readonly passedOver: Ring } => {
  const turns = orderFromTurn(ring, last);
  const at = turns.findIndex(isReachable);
  const personId = turns[at];
  return personId === undefined
    ? { passedOver: turns }
    : { picked: { personId, place: ring.indexOf(personId) }, passedOver: turns.slice(0, at) };
};
