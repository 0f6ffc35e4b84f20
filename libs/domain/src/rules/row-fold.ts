import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import { factMetaOf, type DataOf, type Decider, type Message, type FactMeta } from '@tocsin/kernel/decide/decider.js';
import type { RowChange, View } from '@tocsin/kernel/rows/view.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';

/**
 * How one configuration entity is folded from its facts, written once: its stream decides on the same row that screens
 * show. `null` removes the row, `undefined` leaves it as it is.
 */
export interface RowFold<Row, F extends Message> {
  readonly id: (data: F['data']) => string;
  readonly steps: { readonly [T in F['type']]: (row: Row | undefined, data: DataOf<F, T>, factMeta: FactMeta) => Row | null | undefined };
}

type Step<Row> = (row: Row | undefined, data: unknown, factMeta: FactMeta) => Row | null | undefined;

// The steps of a fold take different data, so they have no common signature; events reach a step by their own type only.
const stepsOf = <Row, F extends Message>(fold: RowFold<Row, F>): readonly [string, Step<Row>][] => Object.entries(fold.steps);

/** A step that changes an existing row, and does nothing without one. */
export const changeExisting =
  <Row, Data>(change: (row: Row, data: Data, factMeta: FactMeta) => Row) =>
  (row: Row | undefined, data: Data, factMeta: FactMeta): Row | undefined =>
    row && change(row, data, factMeta);

/**
 * The rows of a fold as a view; `on`: facts about several rows at once. Configuration keeps its past, so that the rules
 * in force at 03:12 can be queried.
 */
export const viewOf = <Row, F extends Message>(
  name: string,
  fold: RowFold<Row, F>,
  {
    on: extraChanges,
    ...more
  }: Partial<Pick<View<Row, RecordedFact>, 'columns' | 'indexes' | 'owner' | 'version' | 'on' | 'hasHistory'>> = {},
): View<Row> => {
  const keysOf = (event: Recorded): readonly string[] => [fold.id(event.data)];
  const changes: Record<string, RowChange<Row, Recorded>> = {};
  for (const [type, step] of stepsOf(fold)) changes[type] = { keys: keysOf, row: (row, event) => step(row, event.data, factMetaOf(event)) };
  return { name, hasHistory: true, on: { ...changes, ...(extraChanges as typeof changes | undefined) }, ...more };
};

/** The rows of a fold as part of a decider’s state. */
export const evolveOf = <State, Row, F extends Message>(
  fold: RowFold<Row, F>,
  readRow: (state: State, id: string) => Row | undefined,
  write: (state: State, id: string, row: Row | null) => State,
): Decider<State, Message, F>['evolve'] => {
  const table: Record<string, (state: State, data: F['data'], factMeta: FactMeta) => State> = {};
  for (const [type, step] of stepsOf(fold)) {
    table[type] = (state, data, factMeta) => {
      const id = fold.id(data);
      const row = step(readRow(state, id), data, factMeta);
      return row === undefined ? state : write(state, id, row);
    };
  }
  return table as Decider<State, Message, F>['evolve'];
};
