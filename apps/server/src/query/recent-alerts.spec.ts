import type { ServerParts } from '../core/server-parts.js';
import { MemoryEventLog } from '@tocsin/platform/event-log/memory-event-log.js';
import { LogTimeMarks } from '@tocsin/platform/feed/log-time-marks.js';
import type { StoredEvent } from '@tocsin/platform/event-log/event-log.js';
import { alertsOfDays } from './recent-alerts.js';

/** A log that counts what is read of it backwards. */
class CountedLog extends MemoryEventLog {
  read = 0;

  override async readBack(...args: Parameters<MemoryEventLog['readBack']>) {
    const events = await super.readBack(...args);
    this.read += events.length;
    return events;
  }
}

const [own, other] = ['integration-1', 'integration-2'];
const [lastWeek, today] = ['2026-11-20T08:00:00.000Z', '2026-11-28T08:00:00.000Z'];
const since = '2026-11-27T08:00:00.000Z';
const alertsOf = (count: number) => Array.from({ length: count }, (_, n) => ({ state: 'firing', fingerprint: `${n}`, labels: {} }));

let log: CountedLog;
let decoded: number;
let marks: LogTimeMarks;
beforeEach(() => {
  log = new CountedLog();
  marks = new LogTimeMarks();
  decoded = 0;
});
afterEach(() => log.close());

const signals = async (count: number, actor: string, at: string, alerts = 1): Promise<void> => {
  const data = JSON.stringify({ receivedAt: at, signal: { action: 'trigger', alerts: alertsOf(alerts) } });
  for (let from = 0; from < count; from += 500) {
    const ids = Array.from({ length: Math.min(500, count - from) }, (_, n) => `${actor}${at}${from + n}`);
    const events = ids.map((id) => ({ id, type: 'SignalReceived', v: 1, data, meta: JSON.stringify({ at, actor: { id: actor } }) }));
    await log.append('inbox-n1', 'any', events);
    marks.note((await log.head()).ordinal, at);
  }
};
const decode = (event: StoredEvent): unknown => {
  decoded += 1;
  return { data: JSON.parse(event.data) as unknown };
};
const read = async (actor: string | undefined, left = new AbortController().signal) =>
  alertsOfDays({ log, decode: decode as ServerParts['decode'], feed: { marks } }, { actor, since, left });

describe('the alerts of the last days', () => {
  it('are looked for among those days alone, also where an integration has none', async () => {
    await signals(12_000, other, lastWeek);
    await signals(300, own, today);
    expect((await read('integration-3')).signals).toBe(0);
    expect(log.read).toBeLessThanOrEqual(400);
    expect((await read(own)).signals).toBe(300);
  });

  it('end with the walk up to which one request may look', async () => {
    await signals(1, own, today);
    await signals(120_000, other, today);
    expect((await read(own)).signals).toBe(0);
    expect(log.read).toBeLessThanOrEqual(100_000);
  });

  it('are not read for somebody who has left', async () => {
    await signals(500, own, today);
    expect([await read(own, AbortSignal.abort()), log.read]).toEqual([{ signals: 0, alerts: [] }, 0]);
  });

  it('are at most ten thousand, and no signal more is decoded for them', async () => {
    for (let n = 0; n < 5; n += 1) await signals(1, `${own}-${n}`, today, 5_001);
    const { alerts } = await read(undefined);
    expect([alerts.length, decoded]).toEqual([10_000, 2]);
  });
});
