import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addMillis } from '@tocsin/kernel/time.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { StoredEvent } from '@tocsin/platform/event-log/event-log.js';
import { MemoryEventLog } from '@tocsin/platform/event-log/memory-event-log.js';
import { writeSnapshot } from '@tocsin/platform/feed/snapshot.js';
import { AuditWatch } from './audit-watch.js';
import { Auditor } from './auditor.js';
import { TimeGaps } from './time-gaps.js';

const begin = '2026-11-21T03:00:00.000Z';
const groupId = '01900000-0000-7000-8000-00000000aaaa';
const room = mkdtempSync(join(tmpdir(), 'tocsin-audit-'));
afterAll(() => rmSync(room, { recursive: true }));

let eventCount = 0;
const eventOf = (type: string, data: object, at = begin) => {
  eventCount += 1;
  const id = `01900000-0000-7000-8000-${String(eventCount).padStart(12, '0')}`;
  return { id, type, v: 1, data: JSON.stringify({ groupId, ...data }), meta: JSON.stringify({ at, commandId: id }) };
};
const decodePlain = ({ data, meta, ...event }: StoredEvent): Recorded => ({ ...event, data: JSON.parse(data), meta: JSON.parse(meta) });

/** A group whose step 1 is due at this time and never runs, because there is no reactor. */
const createStuckLog = async (dueAt = begin) => {
  const log = new MemoryEventLog();
  await log.append('alertGroup-a', 'none', [
    eventOf('AlertGroupOpened', { number: 7, alerts: [] }),
    eventOf('EscalationStepPlanned', { round: 1, step: 1, dueAt }),
  ]);
  return log;
};
/** Takes step 1, which makes step 2 due in an hour. */
const appendStep = (log: MemoryEventLog, at: string) =>
  log.append('alertGroup-a', 1, [
    eventOf('EscalationStepTaken', { round: 1, step: 1, targets: [], empty: false }, at),
    eventOf('EscalationStepPlanned', { round: 1, step: 2, dueAt: addMillis(at, 3_600_000) }, at),
  ]);

/** An auditor on the log, and its clocks. */
const startWatch = async (
  log: MemoryEventLog,
  changes: { readonly isTelling?: boolean; readonly version?: string; readonly from?: string; readonly endsWithLog?: boolean } = {},
) => {
  const { version = String(eventCount), isTelling = true, from = begin, endsWithLog = false } = changes;
  const errors: unknown[] = [];
  const read: number[] = [];
  const time = { now: from, running: 0 };
  const now = (): string => time.now;
  const monotonic = { now: (): number => time.running };
  const decode = (storedEvent: StoredEvent): Recorded => (read.push(storedEvent.ordinal), decodePlain(storedEvent));
  const auditor = new Auditor({
    log,
    decode,
    now,
    endsWithLog,
    room,
    version,
    key: Buffer.alloc(32),
    gaps: new TimeGaps({ now, monotonic }),
    readsWithin: 200,
    hasRoom: () => true,
    onTrouble: (error) => void errors.push(error),
  });
  const watch = new AuditWatch({ auditor, now, monotonic, isTelling: () => isTelling });
  await auditor.start();
  watch.start();
  /** Advances both clocks by a second at a time, and looks. */
  const passes = async (seconds: number): Promise<void> => {
    for (let n = 0; n < seconds; n += 1) {
      time.running += 1_000;
      time.now = addMillis(time.now, 1_000);
      await watch.look();
    }
  };
  const stop = async (): Promise<void> => {
    await watch.stop();
    await auditor.stop();
    expect(errors).toEqual([]);
  };
  return { auditor, watch, read, time, passes, stop };
};

describe('the auditor', () => {
  it('audits an import to its end: what would be due after the last event is never overdue', async () => {
    const { watch, passes, stop } = await startWatch(await createStuckLog(), { endsWithLog: true });
    await passes(600);
    expect(watch.last).toMatchObject({ overdue: [], overdueMuch: 0 });
    await stop();
  });

  it('notices a reactor that is dead', async () => {
    const { watch, passes, stop } = await startWatch(await createStuckLog());
    await passes(59);
    expect(watch.alarm).toBeNull();
    await passes(1);
    expect(watch.alarm).toMatchObject({ overdueMuch: 1, overdue: [{ kind: 'never', what: 'step', number: 7 }] });
    await stop();
  });

  it('goes on being told for ten minutes after it was done late', async () => {
    const log = await createStuckLog();
    const { watch, time, passes, stop } = await startWatch(log);
    await passes(120);
    await appendStep(log, time.now);
    await passes(1);
    expect(watch.alarm).toMatchObject({ overdueMuch: 0, findings: [{ kind: 'late', lateBy: 120_000 }] });
    await passes(600);
    expect(watch.alarm).toBeNull();
    await stop();
  });

  it('is told to nobody by a store that is held, or an import', async () => {
    const { watch, passes, stop } = await startWatch(await createStuckLog(), { isTelling: false });
    await passes(120);
    expect(watch.last).toMatchObject({ overdueMuch: 1 });
    expect(watch.alarm).toBeNull();
    await stop();
  });
});

describe('nobody is told', () => {
  const away = addMillis(begin, 70_000 + 1_200_000);

  it('because a clock was set forward', async () => {
    const log = await createStuckLog(addMillis(begin, 80_000));
    const { watch, time, passes, stop } = await startWatch(log);
    await passes(70);
    time.now = addMillis(time.now, 240_000);
    await passes(2);
    expect(watch.alarm).toBeNull();
    await appendStep(log, time.now);
    await passes(1);
    expect([watch.alarm, watch.last]).toMatchObject([null, { all: { done: 1, away: 1, late: 0 }, overdue: [] }]);
    await stop();
  });

  it('because the process was stopped for a while', async () => {
    const log = await createStuckLog(addMillis(begin, 80_000));
    const { watch, time, passes, stop } = await startWatch(log);
    await passes(70);
    time.running += 1_200_000;
    time.now = away;
    // the reactor’s first events are on the log before the auditor runs
    await appendStep(log, away);
    await passes(1);
    expect([watch.alarm, watch.last]).toMatchObject([null, { all: { done: 1, away: 1, late: 0 } }]);
    await stop();
  });

  it('because it was restarted: what fell due meanwhile is said, and done once', async () => {
    const log = await createStuckLog(addMillis(begin, 80_000));
    const first = await startWatch(log, { version: 'restarted' });
    await first.passes(70);
    await first.stop();
    const { watch, time, passes, stop } = await startWatch(log, { version: 'restarted', from: away });
    await passes(20);
    expect(watch.alarm).toBeNull();
    await log.append('reactor', 'none', [eventOf('ReactorStarted', { awayFrom: addMillis(begin, 70_000), epoch: 2 }, time.now)]);
    await appendStep(log, time.now);
    await passes(60);
    const { now } = time;
    expect([watch.alarm, watch.last]).toMatchObject([
      null,
      { all: { due: 1, done: 1, away: 1 }, absences: [{ from: addMillis(begin, 70_000) }] },
    ]);
    expect(now > away).toBe(true);
    await stop();
  });

  it('of the middle of a log that is still being read', async () => {
    const log = await createStuckLog();
    const { watch, time, passes, stop } = await startWatch(log);
    await passes(50);
    await appendStep(log, addMillis(begin, 10));
    const head = jest.spyOn(log, 'head').mockResolvedValue({ ordinal: 5, token: '' });
    time.running += 20_000;
    time.now = addMillis(time.now, 20_000);
    await watch.look();
    expect(watch.last!.at < addMillis(begin, 1_000)).toBe(true);
    expect(watch.alarm).toBeNull();
    head.mockRestore();
    await stop();
  });
});

describe('what an auditor keeps', () => {
  it('is gone on from at the next start, and read again by another release', async () => {
    const log = await createStuckLog();
    const first = await startWatch(log, { version: 'a' });
    const { report } = (await first.auditor.report())!;
    await first.stop();
    const second = await startWatch(log, { version: 'a' });
    expect((await second.auditor.report())!.report).toEqual(report);
    expect(second.read).toEqual([]);
    await second.stop();
    const third = await startWatch(log, { version: 'b' });
    expect((await third.auditor.report())!.report).toEqual(report);
    expect(third.read).toEqual([1, 2]);
    await third.stop();
  });

  it('is read again where an earlier build of the same release has kept it in another form', async () => {
    const log = await createStuckLog();
    const first = await startWatch(log, { version: 'd' });
    const { report } = (await first.auditor.report())!;
    await first.stop();
    // as before its fields were renamed: the same release and log, with only unknown fields
    await writeSnapshot({ file: join(room, 'audit.snapshot'), key: Buffer.alloc(32), name: 'audit d' }, { ordinal: 2 }, []);
    const second = await startWatch(log, { version: 'd' });
    expect((await second.auditor.report())!.report).toEqual(report);
    expect(second.read).toEqual([1, 2]);
    await second.stop();
  });

  it('is left where it is of a longer log', async () => {
    const first = await startWatch(await createStuckLog(), { version: 'c' });
    await first.auditor.report();
    await first.stop();
    const other = await startWatch(new MemoryEventLog(), { version: 'c' });
    expect(await other.auditor.report()).toMatchObject({ report: { ordinal: 0, overdueMuch: 0 } });
    await other.stop();
  });
});
