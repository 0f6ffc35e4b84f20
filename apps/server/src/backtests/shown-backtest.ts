import type {
  BacktestAct,
  BacktestAnswer,
  BacktestDifference,
  BacktestFigures,
  BacktestPage,
  BacktestResult,
} from '@tocsin/contracts/backtests.js';

/** Whether the reader may see the figures of this person, and which pages they got. */
type MaySee = (personId: string) => boolean;

const figures = (of: BacktestFigures, maySee: MaySee): BacktestFigures => ({
  ...of,
  persons: of.persons.filter(({ personId }) => maySee(personId)),
});

/** A timeline shows everyone what people did with a group; what else a person did is restricted as their figures are. */
const mayBeListed = ({ by, groupId }: BacktestAct, maySee: MaySee): boolean => groupId !== null || by.kind !== 'person' || maySee(by.id);

const shownPage = ({ personId, ...page }: BacktestPage, maySee: MaySee): BacktestPage =>
  personId !== undefined && maySee(personId) ? { personId, ...page } : page;

/** Totals of one person could be derived from all differences: these include only people whose totals the reader may see. */
export const shownDifferences = (rows: readonly BacktestDifference[], maySee: MaySee): BacktestDifference[] => {
  const seen = new Map<string, boolean>();
  const may = (personId: string): boolean => {
    const before = seen.get(personId) ?? maySee(personId);
    seen.set(personId, before);
    return before;
  };
  const pages = (of: readonly BacktestPage[]): BacktestPage[] => of.map((page) => shownPage(page, may));
  return rows.map((row) => ({ ...row, was: pages(row.was), would: pages(row.would) }));
};

const shown = ({ was, would, acts, ...result }: BacktestResult, maySee: MaySee): BacktestResult => ({
  ...result,
  differences: shownDifferences(result.differences, maySee),
  acts: acts.filter((act) => mayBeListed(act, maySee)),
  was: figures(was, maySee),
  would: { recorded: figures(would.recorded, maySee), median: figures(would.median, maySee), never: figures(would.never, maySee) },
});

/** Everyone may read in a group’s timeline who was paged for it; totals for one person are restricted to fewer readers. */
export const shownBacktest = (answer: BacktestAnswer, maySee: MaySee): BacktestAnswer => ({
  ...answer,
  result: answer.result && shown(answer.result, maySee),
});
