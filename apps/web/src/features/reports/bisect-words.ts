import type { BisectedChange, BisectResult } from '@tocsin/contracts/backtests/bisect.js';
import { plural } from '@tocsin/contracts/reports/words.js';
import type { Names } from '../../data/words/names.js';

/** A part of the difference: of 1; the range where alone and beside the others differ. */
export interface SharePart {
  readonly key: string;
  readonly name: string;
  readonly pages: number;
  readonly change: BisectedChange | null;
}

const differenceOf = ({ better, worse }: BisectResult): number => worse.pages - better.pages;

/** Night pages that a change explains: what it does alone. */
const explained = ({ named }: BisectResult): number => named.reduce((sum, { alone }) => sum + alone, 0);

/** All parts of the difference; those of named changes may be more than all of it together. */
export function partsOf(result: BisectResult, names: Names): readonly SharePart[] {
  const { replayed, named } = result;
  const byChanges = replayed ? Math.max(0, replayed.asIs - replayed.undone) : 0;
  const parts: readonly SharePart[] = [
    ...named.map((change) => ({ key: `${change.kind} ${change.id}`, name: thingWords(change, names), pages: change.alone, change })),
    { key: 'rest', name: 'Together or unexplained', pages: Math.max(0, byChanges - explained(result)), change: null },
    { key: 'signals', name: 'The alerts themselves', pages: Math.max(0, differenceOf(result) - byChanges), change: null },
  ];
  return parts.filter(({ pages }) => pages > 0);
}

export const percentOf = (pages: number, result: BisectResult): number => Math.round((100 * pages) / differenceOf(result));

/** `12 % to 15 %`, where what a change does alone and what it does beside all others are not the same. */
export function rangeOfChange({ alone, kept }: BisectedChange, result: BisectResult): string {
  const shares = [alone, kept ?? alone].map((pages) => percentOf(pages, result));
  const [least, most] = [Math.min(...shares), Math.max(...shares)];
  return least === most ? `${least} %` : `${least} to ${most} %`;
}

const numberWords = ['No change', 'One change', 'Two changes', 'Three changes', 'Four changes', 'Five changes'];

/** The finding, in one sentence. */
export function bisectFinding(result: BisectResult, names: Names): string {
  const { ended, named, worse, better } = result;
  const both = `${worse.pages.toLocaleString('en')} instead of ${plural(better.pages, 'night page')}`;
  if (ended === 'equal') return `Neither period was worse: ${plural(worse.pages, 'night page')} in each.`;
  if (ended === 'signals') return `There were more alerts: changes of settings explain less than 5 % of ${both}.`;
  if (named.length === 0) return `No single change explains ${both}.`;
  const count = numberWords[named.length] ?? `${named.length} changes`;
  const verb = named.length === 1 ? 'explains' : 'explain';
  const things = named.slice(0, 3).map((change) => thingWords(change, names));
  const list = named.length > 3 ? [...things, 'others'] : things;
  return `${count} ${verb} ${percentOf(explained(result), result)} % of ${both}: ${list.join(', ')}.`;
}

const words: Readonly<Record<BisectedChange['kind'], (id: string, names: Names) => string>> = {
  policies: (id, names) => `policy ${names.policy(id)}`,
  schedules: (id, names) => `schedule ${names.schedule(id)}`,
  services: (id, names) => `service ${names.service(id)}`,
  routeRules: (id, names) => (id === 'organisation' ? 'routes of the organisation' : `routes of ${names.integration(id)}`),
  silences: () => 'a silence',
  maintenanceWindows: () => 'a maintenance window',
  inhibitionRules: () => 'an inhibition rule',
  heartbeats: () => 'a heartbeat',
  organisation: () => 'settings of the organisation',
  person: (id, names) => `notification rules of ${names.person(id)}`,
};

export const thingWords = ({ kind, id }: Pick<BisectedChange, 'kind' | 'id'>, names: Names): string => words[kind](id, names);
