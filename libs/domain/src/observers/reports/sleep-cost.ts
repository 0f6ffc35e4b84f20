import * as reportLimits from '@tocsin/contracts/reports/limits.js';
import type { Sleeper } from '@tocsin/contracts/reports/reports.js';
import { duration } from '@tocsin/contracts/duration.js';
import { byKey } from './by-key.js';

interface NightPage {
  readonly personId: string;
  /** Milliseconds. */
  readonly at: number;
  /** When its person acted last on its alert group. */
  readonly lastAct: number;
}

const { least, most } = reportLimits.sleepCost;

const endOf = ({ at, lastAct }: NightPage): number => at + Math.min(Math.max(lastAct - at, least), most);

/** Milliseconds that are covered by any of these pages. */
const covered = (pages: readonly NightPage[]): number => {
  let [total, until] = [0, 0];
  for (const page of pages.toSorted((a, b) => a.at - b.at)) {
    total += Math.max(0, endOf(page) - Math.max(page.at, until));
    until = Math.max(until, endOf(page));
  }
  return total;
};

/** The minutes of sleep that pages cost each person, by their ids. */
export const sleepersOf = (pages: readonly NightPage[]): Sleeper[] =>
  byKey(pages, ({ personId }) => personId).map(([personId, some]) => ({
    personId,
    pages: some.length,
    minutes: Math.round(covered(some) / duration.minute),
  }));
