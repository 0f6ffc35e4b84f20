import type { BisectResult } from '@tocsin/contracts/backtests/bisect.js';
import type {
  BacktestAct,
  BacktestAnswer,
  BacktestDifference,
  BacktestFigures,
  BacktestPage,
  BacktestResult,
} from '@tocsin/contracts/backtests/backtests.js';
import type { NightDrill } from '@tocsin/contracts/backtests/night.js';

/** Whether the reader may see the figures of this person, and which pages they got. */
type CanSeePerson = (personId: string) => boolean;

const visibleFigures = (of: BacktestFigures, canSeePerson: CanSeePerson): BacktestFigures => ({
  ...of,
  persons: of.persons.filter(({ personId }) => canSeePerson(personId)),
  ...(of.overBudget ? { overBudget: of.overBudget.filter(({ personId }) => canSeePerson(personId)) } : {}),
});

/** A timeline shows everyone what people did with a group; what else a person did is restricted as their figures are. */
const canBeListed = ({ by, groupId }: BacktestAct, canSeePerson: CanSeePerson): boolean =>
  groupId !== null || by.kind !== 'person' || canSeePerson(by.id);

const visiblePage = ({ personId, ...page }: BacktestPage, canSeePerson: CanSeePerson): BacktestPage =>
  personId !== undefined && canSeePerson(personId) ? { personId, ...page } : page;

/** Totals of one person could be derived from all differences: these include only people whose totals the reader may see. */
export const visibleDifferences = (rows: readonly BacktestDifference[], canSeePerson: CanSeePerson): BacktestDifference[] => {
  const visibleGroups = new Map<string, boolean>();
  const canSee = (personId: string): boolean => {
    const before = visibleGroups.get(personId) ?? canSeePerson(personId);
    visibleGroups.set(personId, before);
    return before;
  };
  const visiblePages = (of: readonly BacktestPage[]): BacktestPage[] => of.map((page) => visiblePage(page, canSee));
  return rows.map((row) => ({ ...row, was: visiblePages(row.was), would: visiblePages(row.would) }));
};

const visibleResult = ({ was, would, acts, ...result }: BacktestResult, canSeePerson: CanSeePerson): BacktestResult => ({
  ...result,
  differences: visibleDifferences(result.differences, canSeePerson),
  acts: acts.filter((act) => canBeListed(act, canSeePerson)),
  was: visibleFigures(was, canSeePerson),
  would: {
    recorded: visibleFigures(would.recorded, canSeePerson),
    median: visibleFigures(would.median, canSeePerson),
    never: visibleFigures(would.never, canSeePerson),
  },
});

/** What a change of somebody’s rules did is told like their figures: for others it is part of what is unexplained. */
const visibleBisect = (of: BisectResult, canSeePerson: CanSeePerson): BisectResult => ({
  ...of,
  named: of.named.filter(({ kind, id }) => kind !== 'person' || canSeePerson(id)),
});

/** That somebody would be rung is told everyone. */
const visibleNight = (of: NightDrill, canSeePerson: CanSeePerson): NightDrill => {
  const people = of.people.filter(({ personId }) => canSeePerson(personId));
  const hidden = of.people.length - people.length;
  return { ...of, people, ...(hidden > 0 ? { hidden } : {}) };
};

/** Everyone may read in a group’s timeline who was paged for it; totals for one person are restricted to fewer readers. */
export const visibleBacktest = (answer: BacktestAnswer, canSeePerson: CanSeePerson): BacktestAnswer => ({
  ...answer,
  result: answer.result && visibleResult(answer.result, canSeePerson),
  ...(answer.bisect ? { bisect: visibleBisect(answer.bisect, canSeePerson) } : {}),
  ...(answer.night ? { night: visibleNight(answer.night, canSeePerson) } : {}),
});
