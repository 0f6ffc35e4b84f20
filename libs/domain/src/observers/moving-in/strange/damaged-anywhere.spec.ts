import { jsmAnswers } from '@tocsin/testing/foreign/jsm-answers.js';
import { recordedAnswers, recordedAt } from '@tocsin/testing/foreign/recorded.js';
import { byTier } from '@tocsin/testing/tier.js';
import { readsAfter } from '../../../configuration.fixture.js';
import { planOf } from '../../config-plans/applied.fixture.js';
import { configurationFiles } from '../configuration-files.js';
import { fitOrganisation } from '../fit.js';
import { dutiesHere } from '../here.js';
import { millisOf } from '../foreign-zones.js';
import { readers } from '../readers.js';
import { chanceOf, numbersTo, week, type Chance } from './chance.fixture.js';

type System = keyof typeof readers;

const strange: readonly unknown[] = [
  null,
  '',
  '   ',
  -1,
  0,
  1e15,
  Number.NaN,
  '99:99',
  'Mars/Olympus',
  '2026-02-30T25:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '0001-01-01T00:00:00Z',
  'x'.repeat(5_000),
  '👩‍🚒/~1"\n\u0000',
  '__proto__',
  [],
  {},
  [[null]],
  true,
  { id: { id: {} } },
];

/** One value somewhere in what is told becomes another one, is missing, or is there twice. */
function damage(value: unknown, chance: Chance): unknown {
  const isList = Array.isArray(value);
  if (typeof value !== 'object' || value === null || (!isList && Object.keys(value).length === 0) || (isList && value.length === 0))
    return chance(strange);
  if (chance(numbersTo(12)) === 0) return chance(strange);
  if (isList) {
    const n = chance(numbersTo(value.length));
    const how = chance(['twice', 'gone', 'inside', 'inside', 'inside', 'inside']);
    if (how === 'twice') return [...(value as unknown[]), value[n] as unknown];
    return (value as unknown[]).flatMap((one, m) => (m !== n ? [one] : how === 'gone' ? [] : [damage(one, chance)]));
  }
  const name = chance(Object.keys(value));
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, key === name ? damage(one, chance) : (one as unknown)]));
}

const answersOf = (system: System) => (system === 'jsm' ? jsmAnswers() : recordedAnswers(system));

/** What went wrong with one damaged organisation; null: it can be moved in, or says by name what can’t. */
function faultOf(system: System, seed: number): string | null {
  const chance = chanceOf(seed);
  const answers = answersOf(system);
  const at = chance(numbersTo(answers.length).filter((n) => answers[n]!.status === 200));
  let body = structuredClone(answers[at]!.body);
  for (let times = chance([1, 1, 3]); times > 0; times -= 1) body = damage(body, chance);
  const told = answers.map(({ request, graphql, status, body: own }, n) => ({
    asked: request,
    graphql,
    status,
    body: n === at ? body : own,
  }));
  try {
    const now = millisOf(recordedAt);
    const fitted = fitOrganisation(readers[system](told, now), 'Moved in');
    for (const schedule of fitted.schedules) dutiesHere(schedule, { from: now, to: now + 4 * week });
    const documents = Object.values(configurationFiles(fitted, { keyPrefix: 'x:y' })).flat();
    const { errors } = planOf(documents, readsAfter(), { now: recordedAt });
    return errors.length === 0 ? null : `${answers[at]!.request}: ${errors[0]!.path} ${errors[0]!.message}`;
  } catch (error) {
    return `${answers[at]!.request}: ${(error as Error).stack?.split('\n').slice(0, 4).join(' ') ?? ''}`;
  }
}

describe('an answer that is damaged anywhere', () => {
  it.each(Object.keys(readers) as System[])('of %s moves in, or is refused by name', (system) => {
    const faults = numbersTo(byTier({ short: 2, full: 40, deep: 400 })).flatMap((n) => faultOf(system, n + 1) ?? []);
    expect([...new Set(faults)].slice(0, 12)).toEqual([]);
  });
});
