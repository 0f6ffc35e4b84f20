import type { EventsCounted, LoadFigures, NoiseFigures } from '@tocsin/contracts/reports/reports.js';

/** Removes figures of people that the reader may not see. */
export function cutLoad(
  figures: LoadFigures,
  canSee: (personId: string) => boolean,
): { readonly figures: LoadFigures; readonly cut: boolean } {
  const people = figures.people.filter(({ personId }) => canSee(personId));
  const schedules = figures.schedules.map((one) => ({ ...one, people: one.people.filter(({ personId }) => canSee(personId)) }));
  const isLess = schedules.some((one, n) => one.people.length < figures.schedules[n]!.people.length);
  const overBudget = figures.overBudget.filter(({ personId }) => canSee(personId));
  return { figures: { ...figures, people, schedules, overBudget }, cut: isLess || people.length < figures.people.length };
}

/** The same of the minutes of sleep that alerts cost people. */
export function cutNoise(
  figures: NoiseFigures,
  canSee: (personId: string) => boolean,
): { readonly figures: NoiseFigures; readonly cut: boolean } {
  const cutSleepers = <Line extends Pick<NoiseFigures, 'sleepers'>>(line: Line): Line => ({
    ...line,
    sleepers: line.sleepers.filter(({ personId }) => canSee(personId)),
  });
  const { rules, worthChanging } = figures;
  const shown = { ...cutSleepers(figures), rules: rules.map(cutSleepers), worthChanging: worthChanging.map(cutSleepers) };
  return { figures: shown, cut: shown.sleepers.length < figures.sleepers.length };
}

/** Removes people whose figures the reader may not see: the events stay. */
export function cutEvents(answer: EventsCounted, canSee: (personId: string) => boolean): EventsCounted {
  const isHidden = (personId: string | null): boolean => personId !== null && !canSee(personId);
  const events = answer.events.map((one) => (isHidden(one.personId) ? { ...one, personId: null } : one));
  return { ...answer, events, cut: answer.events.some(({ personId }) => isHidden(personId)) };
}
