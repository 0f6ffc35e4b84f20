import { setTimeout as pause } from 'node:timers/promises';
import type { BacktestAnswer, BacktestFigures } from '@tocsin/contracts/backtests/backtests.js';
import type { ImportedHistory } from '@tocsin/contracts/imported-history/answers.js';
import type { ConfigPlan } from '@tocsin/contracts/config-files/plan.js';
import { CliRefused } from './cli-refused.js';
import type { ConfigServer } from './config-server.js';
import { sentenceOf } from './running-server.js';

const day = 86_400_000;
const interval = 1_000;
/** As long as one can take. */
const longestWait = 12 * 3_600_000;
const mostPeople = 5;

/** `90d`. */
export const daysOf = (text: string): number => {
  const [, days] = /^(\d{1,3})d$/.exec(text) ?? [];
  if (days === undefined || Number(days) === 0) throw new CliRefused('For how long? --backtest 90d.');
  return Number(days);
};

const finished = async (server: ConfigServer, id: string): Promise<BacktestAnswer> => {
  for (let waited = 0; waited < longestWait; waited += interval) {
    const answer = await server.get<BacktestAnswer>(`/api/backtests/${id}`);
    if (answer.state !== 'running') return answer;
    await pause(interval);
  }
  throw new CliRefused('The backtest has not finished. See Reports, Backtest.');
};

interface Past {
  readonly from: string;
  /** Of the imported history; absent: the own log. */
  readonly log?: string;
}

const run = async (server: ConfigServer, change: object | null, { from, log }: Past): Promise<BacktestAnswer> => {
  const request = { change, from, ...(log === undefined ? {} : { log }) };
  const started = await server.post<BacktestAnswer>('/api/backtests', 'application/json', JSON.stringify(request));
  if (started.status >= 400) throw new CliRefused(`${sentenceOf(started)} No backtest was started.`);
  return finished(server, started.body.id);
};

/** How a person is written. */
type NameOf = (name: string) => string;

interface Asked {
  readonly server: ConfigServer;
  readonly nameOf: NameOf;
}

/** Whoever would have had most more, or fewer, interruptions. */
const peopleWords = async (server: ConfigServer, was: BacktestFigures, would: BacktestFigures, nameOf: NameOf): Promise<string> => {
  const before = new Map(was.persons.map((one) => [one.personId, one.interruptions]));
  const after = new Map(would.persons.map((one) => [one.personId, one.interruptions]));
  const all = [...new Set([...before.keys(), ...after.keys()])]
    .map((id) => ({ id, was: before.get(id) ?? 0, would: after.get(id) ?? 0 }))
    .filter((one) => one.was !== one.would)
    .toSorted((one, other) => Math.abs(other.would - other.was) - Math.abs(one.would - one.was))
    .slice(0, mostPeople);
  const words: string[] = [];
  for (const one of all) {
    const row = await server.row<{ readonly name: unknown }>('people', one.id);
    words.push(`${typeof row?.name === 'string' ? nameOf(row.name) : one.id} ${one.was} → ${one.would}`);
  }
  return words.length === 0 ? '' : ` Interruptions: ${words.join(', ')}.`;
};

const wordsOf = async ({ server, nameOf }: Asked, about: string, { result, trouble, state }: BacktestAnswer): Promise<string> => {
  if (result === null) return `Backtest of ${about}: ${trouble ?? state}`;
  const { was, would, differing } = result;
  const { recorded } = would;
  const pair = (name: keyof Pick<BacktestFigures, 'pages' | 'inSleepHours' | 'nobody'>) => `${was[name]} → ${recorded[name]}`;
  const people = await peopleWords(server, was, recorded, nameOf);
  return `Backtest of ${about}: ${pair('pages')} pages, ${pair('inSleepHours')} interruptions in sleep hours, ${pair('nobody')} alerts that paged nobody; ${differing.change} of ${was.groups} alerts differ.${people}`;
};

/** What each change alone would have done to the last days, and to whom: one after the other, on the server’s own thread. */
export const backtestLines = async (
  asked: Asked,
  { backtests, changes, at }: ConfigPlan,
  days: number,
  isOfHistory = false,
): Promise<readonly string[]> => {
  if (isOfHistory) return historyLines(asked, backtests, days);
  const past = { from: new Date(Date.parse(at) - days * day).toISOString() };
  const lines: string[] = [];
  for (const { about, change } of backtests) lines.push(await wordsOf(asked, about, await run(asked.server, change, past)));
  const created = changes.filter(({ action, kind }) => action === 'create' && kind === 'Service').map(({ name }) => name);
  if (created.length > 0)
    lines.push(
      `New, so without a past: ${created.slice(0, 20).join(', ')}${created.length > 20 ? ` and ${created.length - 20} more` : ''}.`,
    );
  const note = `The last ${days} days, each change alone. People acknowledge after their recorded time, or the median of their team.`;
  return lines.length === 0 ? ['There is nothing to backtest.'] : [...lines, note];
};

/** The same on what other systems recorded, through the setup that is here: first without a change. */
const historyLines = async (asked: Asked, backtests: ConfigPlan['backtests'], days: number): Promise<readonly string[]> => {
  const { server } = asked;
  const history = await server.get<ImportedHistory>('/api/imported-history');
  const { log, systems, servicesWithout } = history;
  const to =
    systems
      .map((one) => one.to ?? '')
      .toSorted()
      .at(-1) ?? '';
  if (log === null || to === '') throw new CliRefused('There is no imported history. Run “tocsin import-history” first.');
  const past = { from: new Date(Date.parse(to) - days * day).toISOString(), log };
  const lines = [await wordsOf(asked, 'the setup that is here', await run(server, null, past))];
  for (const { about, change } of backtests) lines.push(await wordsOf(asked, about, await run(asked.server, change, past)));
  const without = servicesWithout.reduce((sum, { alerts }) => sum + alerts, 0);
  return [
    ...lines,
    `The last ${days} days of the imported history (${systems.map(({ system }) => system).join(', ')}), until ${to.slice(0, 10)}. Assumed:`,
    '  Services here stand for those there by their external keys; things that this plan creates have no past before they are applied.',
    ...(without === 0
      ? []
      : [
          `  ${without} alerts are of services without one here: they page nobody (${servicesWithout.map(({ name }) => name).join(', ')}).`,
        ]),
    '  Rotations are continued backwards before their anchors, without overrides; who joined later is paged as today’s methods say, who left as nobody.',
    '  Alerts are as their senders sent them where the other system has kept that (Grafana OnCall); others are rebuilt from what was rescued.',
    '  People acknowledge after the time they took there, others after the median of their team.',
  ];
};
