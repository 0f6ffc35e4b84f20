import { asSource } from '@tocsin/kernel/replay/source.js';
import type { SpillStore, SpillOptions } from '@tocsin/kernel/replay/spilling-map.js';
import { toInstant, toMillis } from '@tocsin/kernel/time.js';
import { byContract } from '@tocsin/testing/stage/reenact-folder.js';
import { createImportedEvents } from '../imports/events.js';
import { parseAlerts } from '../imports/parse.js';
import { usualMap } from '../imports/row.js';
import { domain } from '../../registry.js';
import { runBacktest, type BacktestFindings } from './backtest.js';
import { orderOf } from './range.js';

const beganAt = toMillis('2026-01-01T00:00:00.000Z');
const minute = 60_000;

/** Alerts one after the other, none of them acknowledged. */
const history = () => {
  const rows = Array.from({ length: 40 }, (_, n) => {
    const at = beganAt + n * 30 * minute;
    return `Alert ${n},${toInstant(at)},${toInstant(at + 20 * minute)},critical`;
  });
  const { alerts } = parseAlerts(['title,openedAt,resolvedAt,severity', ...rows].join('\n'), 'csv', usualMap);
  return [...createImportedEvents(alerts, { domain, written: byContract, format: 3 })];
};

const store = (): SpillStore & { readonly keys: () => readonly string[] } => {
  const values = new Map<string, unknown>();
  return {
    put: (key, value) => void values.set(key, structuredClone(value)),
    get: (key) => structuredClone(values.get(key)),
    keys: () => [...values.keys()],
  };
};

const backtestFindings = (streams?: () => SpillOptions): BacktestFindings => {
  const events = history();
  const source = asSource(events);
  const period = { change: null, from: toInstant(beganAt), to: toInstant(beganAt + 1_440 * minute), upTo: events.length };
  const steps = runBacktest({ domain, source, written: byContract, ...(streams ? { streams } : {}) }, orderOf(source, period));
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
};

describe('a backtest of which few groups stay in memory', () => {
  const stores: ReturnType<typeof store>[] = [];
  const findings = backtestFindings(() => {
    stores.push(store());
    return { store: stores.at(-1)!, capacity: 10 };
  });

  it('takes nothing from one replay into another', () => {
    const { recorded, median, never } = findings.would;
    expect(recorded.pages).toBeGreaterThan(0);
    expect([median, never]).toEqual([recorded, recorded]);
  });

  it('comes to what it comes to where all of them do', () => {
    expect([findings.was.groups, findings.would.recorded.groups]).toEqual([40, 40]);
    expect(findings).toEqual(backtestFindings());
  });

  it('keeps the last groups of each replay, and no others', () => {
    const keeps = (side: string): readonly boolean[] =>
      stores.map((one) => one.keys().filter((key) => key.startsWith(`tally ${side} `)).length >= 30);
    expect(keeps('was')).toEqual([true, false, false, false]);
    expect(keeps('would')).toEqual([false, true, true, true]);
  });
});
