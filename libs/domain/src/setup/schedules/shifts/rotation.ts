import type { Continuation, CountedTurn, Instant, Interval, Layer, Slot } from './schedule.js';
import { turnAt, turnsOf, listTurnsWithin, type Turns } from './turns.js';
import type { Zone } from './zone.js';

/** A layer’s rotation in one version, continued from the previous version. */
export interface RunningRotation extends Pick<Continuation, 'shift' | 'kept'> {
  readonly layer: Layer;
  readonly turns: Turns;
  readonly countOffset: number;
}

/** A stretch in which the same people of the same slot have the turn. */
export interface Stretch extends Interval {
  readonly slot: string;
  readonly people: readonly string[];
  readonly turn: CountedTurn;
}

export function beginRotation(layer: Layer, zone: Zone): RunningRotation {
  return { layer, turns: turnsOf(layer, zone), shift: 0, countOffset: 0 };
}

/** State of a rotation that must be stored to continue it without its history. */
export const continuationOf = ({ layer, shift, countOffset, kept }: RunningRotation): Continuation => ({
  layer: layer.id,
  shift,
  ...(countOffset === 0 ? {} : { countOffset }),
  ...(kept === undefined ? {} : { kept }),
});

/** Restores a stored rotation. */
export const resumeRotation = (layer: Layer, zone: Zone, continuations: readonly Continuation[]): RunningRotation => ({
  ...beginRotation(layer, zone),
  ...continuations.find((continuation) => continuation.layer === layer.id),
  layer,
});

/**
 * The rotation after an edit at an instant. The order continues from the slot whose turn it is, or from the one at its
 * position; the people on call stay until the end of the running turn of the new pattern, unless they left the
 * rotation. A changed anchor restarts the order at once.
 */
export function continueRotation(before: RunningRotation, layer: Layer, zone: Zone, at: Instant): RunningRotation {
  const rotation = beginRotation(layer, zone);
  const turn = turnAt(rotation.turns, at);
  const previousTurn = turnAt(before.turns, at);
  // the running turn keeps its position in the count, whatever its number in the new pattern; before the anchor there
  // was none
  const resumedRotation = { ...rotation, countOffset: (previousTurn?.number ?? -1) + before.countOffset - (turn?.number ?? -1) };
  if (layer.rotation.anchor !== before.layer.rotation.anchor) return resumedRotation;
  if (turn === undefined || previousTurn === undefined) return resumedRotation;
  const { slots } = layer.rotation;
  const index = placeOf(slotIndexOf(before, previousTurn.number), before.layer.rotation.slots, slots);
  const remainingPeople = peopleOnTurn(before, previousTurn.number, at).filter((person) =>
    slots.some(({ people }) => people.includes(person)),
  );
  const shift = index - turn.number;
  return remainingPeople.length === 0
    ? { ...resumedRotation, shift }
    : { ...resumedRotation, shift, kept: { people: remainingPeople, until: turn.to } };
}

/** Who has the turn from one instant to another, covered or not. */
export function* listStretches(runningRotation: RunningRotation, interval: Interval): Iterable<Stretch> {
  for (const { number, from, to, whole } of listTurnsWithin(runningRotation.turns, interval)) {
    const slot = slotOf(runningRotation, number);
    const stretch = { slot: slot.id, turn: { ...whole, count: number + runningRotation.countOffset } };
    const until = Math.min(to, Math.max(from, runningRotation.kept?.until ?? from));
    if (from < until) yield { ...stretch, from, to: until, people: runningRotation.kept!.people };
    if (until < to) yield { ...stretch, from: until, to, people: slot.people };
  }
}

function peopleOnTurn(runningRotation: RunningRotation, turnNumber: number, at: Instant): readonly string[] {
  return runningRotation.kept !== undefined && at < runningRotation.kept.until
    ? runningRotation.kept.people
    : slotOf(runningRotation, turnNumber).people;
}

const slotOf = (runningRotation: RunningRotation, turnNumber: number) =>
  runningRotation.layer.rotation.slots[slotIndexOf(runningRotation, turnNumber)]!;

function slotIndexOf({ layer, shift }: RunningRotation, turnNumber: number): number {
  const { length } = layer.rotation.slots;
  return (((turnNumber + shift) % length) + length) % length;
}

/**
 * The position of a slot after an edit; for a removed slot, the position after the nearest earlier slot that remains.
 */
function placeOf(index: number, before: readonly Slot[], after: readonly Slot[]): number {
  for (let previousIndex = index; previousIndex >= 0; previousIndex--) {
    const foundIndex = indexAfter(previousIndex, before, after);
    if (foundIndex >= 0) return (previousIndex === index ? foundIndex : foundIndex + 1) % after.length;
  }
  return 0;
}

/**
 * A slot is found again by its id. Programs that write whole schedules may give every slot a new id: then it is found by its people. Of several
 * slots with the same people the first stays the first.
 */
function indexAfter(index: number, before: readonly Slot[], after: readonly Slot[]): number {
  const sameId = indexOfId(after, before[index]!.id);
  if (sameId >= 0) return sameId;
  const people = peopleKeyOf(before[index]!);
  const isReplaceable = (slot: Slot, others: readonly Slot[]) => peopleKeyOf(slot) === people && indexOfId(others, slot.id) < 0;
  const rank = before.slice(0, index).filter((slot) => isReplaceable(slot, after)).length;
  const candidates = after.flatMap((slot, place) => (isReplaceable(slot, before) ? [place] : []));
  return candidates[Math.min(rank, candidates.length - 1)] ?? -1;
}

const indexOfId = (slots: readonly Slot[], slotId: string): number => slots.findIndex(({ id }) => id === slotId);
const peopleKeyOf = ({ people }: Slot): string => people.toSorted().join();
