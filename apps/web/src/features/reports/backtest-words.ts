import type {
  BacktestAnswer,
  BacktestDifference,
  BacktestEffect,
  BacktestFigures,
  BacktestPage,
  BacktestRequest,
  BacktestResult,
} from '@tocsin/contracts/backtests/backtests.js';
import { personOfChange } from '@tocsin/contracts/people/changed-person.js';
import * as backtestLimits from '@tocsin/contracts/backtests/limits.js';
import { plural, durationText } from '@tocsin/contracts/reports/words.js';
import type { Delta } from '../../ui/charts/key-figures.js';
import { kindLabel } from '../contacts/shared/method-words.js';

const countText = (count: number): string => count.toLocaleString('en');

type Range = readonly [number | null, number | null];

/** Range over the assumptions about acknowledgement; null if nothing was measured. */
export function rangeOf(would: BacktestResult['would'], of: (figures: BacktestFigures) => number | null): Range {
  const values = [would.recorded, would.median, would.never].map(of).filter((value) => value !== null);
  return values.length === 0 ? [null, null] : [Math.min(...values), Math.max(...values)];
}

export const rangeWords = ([least, most]: Range, words: (value: number | null) => string): string =>
  least === most ? words(least) : `${words(least)} to ${words(most)}`;

/** The result of a backtest, in one or two sentences. */
export function backtestFinding({ pin, was, would, differing }: BacktestResult): string {
  if (was.groups === 0 && would.recorded.groups === 0) return 'No alert group was opened in this period.';
  const pages = rangeWords(
    rangeOf(would, (figures) => figures.pages),
    String,
  );
  const changed =
    differing.change === 0
      ? 'No alert group would have been handled differently.'
      : `${plural(differing.change, 'alert group')} would have been handled differently.`;
  const sums = `${changed} ${plural(was.pages, 'page')} recorded, ${pages} with the change.`;
  return personOfChange(pin.change) === null ? sums : `${sums} ${ruleFinding({ was, would })}`;
}

/** The term of `effectWords`. */
export const realWords = 'Real: someone who was there said so, or did more than acknowledge it.';

/** What the change spares, and what it delays: `37 of 41 night pages fewer, 2 real ones 5 min later`. */
export function effectWords({ groups, nightPages: { was, would }, real }: BacktestEffect): string {
  if (groups === 0) return 'Nothing would have changed.';
  const fewer = was - would;
  const nights =
    was === 0 && would === 0
      ? 'No night pages with or without it'
      : fewer >= 0
        ? `${countText(fewer)} of ${plural(was, 'night page')} fewer`
        : `${plural(-fewer, 'night page')} more than the ${countText(was)} before`;
  const later =
    real.later > 0 ? `${countText(real.later)} real ${real.later === 1 ? 'one' : 'ones'} ${durationText(real.median)} later` : '';
  const unpaged = real.unpaged > 0 ? `${countText(real.unpaged)} real ${real.unpaged === 1 ? 'one pages' : 'ones page'} no one` : '';
  const parts = [later, unpaged].filter((part) => part !== '');
  return `${nights}, ${parts.length > 0 ? parts.join(', ') : 'no real one later'}.`;
}

/** A notification rule moves messages, not pages: how often they interrupt, and how soon someone is reached. */
function ruleFinding({ was, would }: Pick<BacktestResult, 'was' | 'would'>): string {
  const interruptions = rangeWords(
    rangeOf(would, (figures) => figures.interruptions),
    String,
  );
  const reached = rangeOf(would, (figures) => figures.reached.median);
  const sooner =
    was.reached.median === null && reached[0] === null
      ? ''
      : ` Median time to reach someone: ${durationText(was.reached.median)} recorded, ${rangeWords(reached, durationText)} with the change.`;
  return `${plural(was.interruptions, 'interruption')}, ${interruptions} with the change.${sooner}`;
}

/** Without a change, only an import can differ: other rules made it. */
export const causesOf = (change: BacktestResult['pin']['change']): Record<BacktestDifference['because'], string> => ({
  late: 'Tocsin was late or down',
  change: change ? 'the change' : 'other rules',
  assumption: 'assumptions about people',
});

/** Names of the two sides. An import says nothing of pages: a change is compared with a replay without it. */
export const sidesOf = ({ log, change }: BacktestRequest): readonly [string, string] => [
  log !== undefined && change ? 'Without the change' : 'Recorded',
  change ? 'With the change' : 'Replayed',
];

/** How far a running backtest is. */
export function progressWords({ done, of }: BacktestAnswer['progress']): string {
  if (of === 0) return 'Starting…';
  const share = Math.min(Math.floor((done / of) * 100), 99);
  return `${share} %: ${countText(done)} of ${countText(of)} events read`;
}

/** The differences on a page, as text. */
export function listedWords(page: number, listed: number): string {
  const first = (page - 1) * backtestLimits.backtests.page + 1;
  const last = Math.min(page * backtestLimits.backtests.page, listed);
  return listed <= backtestLimits.backtests.page
    ? `${plural(listed, 'difference')}.`
    : `${countText(first)} to ${countText(last)} of ${countText(listed)} differences.`;
}

/** Outcome of earlier attempts; null if the backtest was not interrupted. */
export function interruptedWords({
  attempt,
  interrupted,
  state,
}: Pick<BacktestAnswer, 'attempt' | 'interrupted' | 'state'>): string | null {
  if (!interrupted) return null;
  const share = Math.floor((interrupted.done / Math.max(interrupted.of, 1)) * 100);
  if (state !== 'running') return `It was last interrupted at ${share} %.`;
  const which = attempt > 1 ? ` This is try ${attempt} of ${backtestLimits.backtests.attempts}.` : '';
  return `It was interrupted at ${share} %, usually by a restart of the server, and started again from the beginning.${which}`;
}

/** A command’s type as text: `Unacknowledge` for `UnacknowledgeAlertGroup`, whose number is beside it. */
export function actName(command: string): string {
  const [first = '', ...rest] = command.replace(/AlertGroup$/, '').split(/(?=[A-Z])/);
  return [first, ...rest.map((word) => word.toLowerCase())].join(' ');
}

/** Why an action could not be repeated: `says` finds the text of a refusal. Without its parameters, a text that needs them is not shown. */
export function actReason(refused: string | null, says: (code: string) => string | undefined): string {
  if (refused === null) return 'There is no such alert group with the change.';
  const text = says(refused);
  return text === undefined || text.includes('{') ? `Refused (${refused}).` : text;
}

/** What a difference comes to for people, the most important first; null where only methods differ. */
export function effectOf({ was, would }: Pick<BacktestDifference, 'was' | 'would'>): Delta | null {
  const [before] = was;
  const [after] = would;
  if (!before || !after) return before ? { words: 'no one paged', tone: 'same' } : { words: 'someone paged', tone: 'same' };
  const sooner = Date.parse(before.at) - Date.parse(after.at);
  if (Math.abs(sooner) >= 1_000)
    return { words: `${durationText(Math.abs(sooner))} ${sooner > 0 ? 'sooner' : 'later'}`, tone: sooner > 0 ? 'better' : 'worse' };
  const people = new Set(would.map(({ personId }) => personId)).size - new Set(was.map(({ personId }) => personId)).size;
  if (people !== 0) return moreOrFewer(people, 'person', 'people');
  return was.length === would.length ? null : moreOrFewer(would.length - was.length, 'page', 'pages');
}

const moreOrFewer = (change: number, one: string, many: string): Delta => ({
  words: `${Math.abs(change)} ${change > 0 ? 'more' : 'fewer'} ${Math.abs(change) === 1 ? one : many}`,
  tone: change > 0 ? 'worse' : 'better',
});

/** Methods of a page, each with its delay: `Browser, Webhook after 3 min`. */
export function triedWords({ at, by, tried }: Pick<BacktestPage, 'at' | 'by' | 'tried'>): string {
  const first = [...new Set(by)].map((kind) => {
    const delay = Date.parse(tried[by.indexOf(kind)]!) - Date.parse(at);
    return delay < 1_000 ? kindLabel(kind) : `${kindLabel(kind)} after ${durationText(delay)}`;
  });
  return first.join(', ');
}
