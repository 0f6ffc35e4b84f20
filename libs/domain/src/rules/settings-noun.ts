import type { RefusalCode } from '@tocsin/contracts/refusals.js';
import type { Decider, Decision, Message } from '@tocsin/kernel/decide/decider.js';
import { Nothing, type Refusal } from '@tocsin/kernel/decide/refusal.js';
import type { Rows } from '@tocsin/kernel/rows/memory-table.js';
import { Table } from '@tocsin/kernel/rows/table.js';
import type { ConfigurationContext, ConfigurationReads } from '../reads.js';
import { configurationSequence } from './configuration-sequence.js';
import { refuse } from './refuse.js';
import { evolveOf, type RowFold } from './row-fold.js';
import { hasSameSettings } from './same-settings.js';
import type { About, Check } from './settings-checks.js';

/** `checks` run in this order, after `may`. */
interface Rule<Row, Data, Existing extends Row | undefined> {
  readonly may: Check<Row, NoInfer<Data>>;
  readonly checks?: readonly Check<Row, NoInfer<Data>, Existing>[];
}
interface SaveRule<Row, Data, Fact, Settings> extends Rule<Row, Data, Row | undefined> {
  readonly settings: (about: About<Row, Data>) => Settings;
  readonly fact: (id: string, settings: Settings, row: Row | undefined) => Fact;
}
interface ActRule<Row, Data, Fact> extends Rule<Row, Data, Row> {
  /** The refusal where there is no such row. */
  readonly missing: RefusalCode;
  /** Null: it is so already. */
  readonly fact: (about: About<Row, Data, Row>) => Fact | null;
}

const firstRefusal = <Row, Data, Existing extends Row | undefined>(
  checks: readonly Check<Row, Data, Existing>[],
  about: About<Row, Data, Existing>,
): Refusal<RefusalCode> | null => {
  for (const check of checks) {
    const refusal = check(about);
    if (refusal) return refusal;
  }
  return null;
};

const singleStream = () => '';

/** The state of a noun whose rows are one stream. */
export const tableOf = <Row extends { readonly id: string }>(rows: Rows<Row>): Table<Row> =>
  [...rows.all()].reduce((table, row) => table.with(row.id, row), Table.empty<Row>());

/**
 * The decider of settings that stand in one stream, each a row. Commands name a row by the same field as facts; one that
 * makes a row may leave the id out.
 */
export const settingsNoun = <Row extends object, C extends Message, F extends Message>({
  category,
  fold,
  newId,
  readKnownState,
}: {
  readonly category: string;
  readonly fold: RowFold<Row, F>;
  readonly newId: string;
  readonly readKnownState?: Decider<Table<Row>, C, F, ConfigurationReads>['readKnownState'];
}) => {
  type Noun = Decider<Table<Row>, C, F, ConfigurationReads>;
  type Decide<Data> = (data: Data, rows: Table<Row>, context: ConfigurationContext) => Decision<F>;

  const aboutOf = <Data>(data: Data, rows: Table<Row>, context: ConfigurationContext): About<Row, Data> => {
    const id = (fold.id(data) as string | undefined) ?? context.newId(newId);
    return { data, id, row: rows.get(id), rows, context };
  };

  /** Makes a row, or replaces it: the same settings again are nothing new. */
  const save =
    <Data, Settings extends object>({ may, checks = [], settings, fact }: SaveRule<Row, Data, F, Settings>): Decide<Data> =>
    (data, rows, context) => {
      const about = aboutOf(data, rows, context);
      const refusal = firstRefusal([may, ...checks], about);
      if (refusal) return refusal;
      const saved = settings(about);
      return about.row && hasSameSettings(about.row, saved) ? new Nothing() : [fact(about.id, saved, about.row)];
    };

  /** Acts on a row that exists. */
  const act =
    <Data>({ may, missing, checks = [], fact }: ActRule<Row, Data, F>): Decide<Data> =>
    (data, rows, context) => {
      const about = aboutOf(data, rows, context);
      const { row } = about;
      if (row === undefined) return may(about) ?? refuse(missing);
      const refusal = firstRefusal<Row, Data, Row>([may, ...checks], { ...about, row });
      if (refusal) return refusal;
      const recorded = fact({ ...about, row });
      return recorded ? [recorded] : new Nothing();
    };

  const decider = (decide: Noun['decide']): Noun => ({
    category,
    isSingle: true,
    initial: Table.empty(),
    ...(readKnownState ? { readKnownState } : {}),
    sequenceOf: () => configurationSequence,
    streamId: Object.fromEntries(Object.keys(decide).map((type) => [type, singleStream])) as Record<C['type'], () => string>,
    decide,
    evolve: evolveOf<Table<Row>, Row, F>(
      fold,
      (rows, id) => rows.get(id),
      (rows, id, row) => rows.with(id, row),
    ),
  });
  return { save, act, decider };
};
