import { asSource } from '@tocsin/kernel/replay/source.js';
import type { Shelf, ShelfOptions } from '@tocsin/kernel/replay/shelved-map.js';
import { toInstant, toMillis } from '@tocsin/kernel/time.js';
import { byContract } from '@tocsin/testing/stage/reenact-folder.js';
import { importedEvents } from '../imports/events.js';
import { parseAlerts } from '../imports/parse.js';
import { usualMap } from '../imports/row.js';
import { domain } from '../registry.js';
import { backtesting, type BacktestFound } from './backtest.js';

const began = toMillis('2026-01-01T00:00:00.000Z');
const minute = 60_000;

/** Alerts one after the other, which nobody acknowledges. */
const history = () => {
  const rows = Array.from({ length: 40 }, (_, n) => {
    const at = began + n * 30 * minute;
    return `Alert ${n},${toInstant(at)},${toInstant(at + 20 * minute)},critical`;
  });
  const { alerts } = parseAlerts(['title,openedAt,resolvedAt,severity', ...rows].join('\n'), 'csv', usualMap);
  return [...importedEvents(alerts, { domain, written: byContract, format: 3 })];
};

const shelf = (): Shelf => {
  const values = new Map<string, unknown>();
  return { put: (key, value) => void values.set(key, structuredClone(value)), get: (key) => structuredClone(values.get(key)) };
};

const backtested = (streams?: () => ShelfOptions): BacktestFound => {
  const events = history();
  const order = { change: null, from: toInstant(began), to: toInstant(began + 1_440 * minute), after: 0, upTo: events.length };
  const steps = backtesting({ domain, source: asSource(events), written: byContract, ...(streams ? { streams } : {}) }, order);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
};
const few = () => ({ shelf: shelf(), most: 10 });

it('begins each run anew, also where few streams stay in memory', () => {
  const { would } = backtested(few);
  expect(would.recorded.pages).toBeGreaterThan(0);
  expect([would.median, would.never]).toEqual([would.recorded, would.recorded]);
});

it('counts the same where few groups stay in memory', () => {
  const { was, would } = backtested(few);
  expect([was.groups, would.recorded.groups]).toEqual([40, 40]);
  expect(backtested(few)).toEqual(backtested());
});
