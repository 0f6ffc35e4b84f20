import type { EventsCounted, LoadFigures } from '@tocsin/contracts/reports/reports.js';

/** Removes figures of people that the reader may not see. */
export function cutLoad(
  figures: LoadFigures,
  canSee: (personId: string) => boolean,
): { readonly figures: LoadFigures; readonly cut: boolean } {
  const people = figures.people.filter(({ personId }) => canSee(personId));
  const schedules = figures.schedules.map((one) => ({ ...one, people: one.people.filter(({ personId }) => canSee(personId)) }));
  const isLess = schedules.some((one, n) => one.people.length < figures.schedules[n]!.people.length);
  return { figures: { ...figures, people, schedules }, cut: isLess || people.length < figures.people.length };
}

/** Removes people whose figures the reader may not see: the events stay. */
export function cutEvents(answer: EventsCounted, canSee: (personId: string) => boolean): EventsCounted {
  const isHidden = (personId: string | null): boolean => personId !== null && !canSee(personId);
  const events = answer.events.map((one) => (isHidden(one.personId) ? { ...one, personId: null } : one));
  return { ...answer, events, cut: answer.events.some(({ personId }) => isHidden(personId)) };
}
