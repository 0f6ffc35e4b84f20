import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { randomUUID } from 'node:crypto';
import { isSmall, runInterleaved, round, row, sized } from './measure.mjs';
import { openPeers } from './peers.mjs';

/** Milliseconds of one measurement. */
const duration = sized(1_500, 20);

const { SqliteEventLog } = await import(resolve('dist/modules/libs/platform/src/event-log/sqlite-event-log.js'));

const fields = { text: 'x'.repeat(285) };
const eventMeta = { at: new Date().toISOString(), actor: { kind: 'system', id: 'bench' }, text: 'x'.repeat(150) };
// Ours serialises when an event is encoded, theirs inside the append: so it is included here.
export const event = () => ({ id: randomUUID(), type: 'Happened', v: 1, data: JSON.stringify(fields), meta: JSON.stringify(eventMeta) });

/** Appends per second with this many concurrent writers, each to its own streams. */
export const measureRate = async (append, writers, ms) => {
  const until = performance.now() + ms;
  let appendCount = 0;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      for (let n = 0; performance.now() < until; n += 1) {
        await append(`bench-${writer}-${n}-${randomUUID()}`);
        appendCount += 1;
      }
    }),
  );
  return appendCount / ((performance.now() - startedAt) / 1_000);
};

/** The number of writers with which a peer is fastest, without numbers at which it fails. */
const bestOf = async (append, counts) => {
  const attempts = [];
  for (const count of counts) attempts.push([await measureRate(append, count, 1_000).catch(() => 0), count]);
  return attempts.toSorted((a, b) => b[0] - a[0])[0][1];
};

/** Appends through the port: grouped and one by one, compared with other event stores, all on the same disk. */
export const appends = async ({ rounds }) => {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-append-'));
  const open = (name, options) => new SqliteEventLog(join(folder, name), options);
  const log = open('log', {});
  const slowLog = open('slow', { syncDelayMs: 2 });
  const ungroupedLog = open('ungrouped', { syncDelayMs: 2, ungrouped: true });
  const to = (target) => (stream) => target.append(stream, 'none', [event()]);
  // their packages are not installed for a row that only has to run
  const peers = isSmall ? { list: [], close: async () => {} } : await openPeers(folder, fields, eventMeta);
  const rows = [];
  try {
    const groupedComparison = await runInterleaved(
      { grouped: () => measureRate(to(slowLog), 64, duration), ungrouped: () => measureRate(to(ungroupedLog), 64, duration) },
      rounds,
    );
    rows.push(
      row(
        'Group commit at 64 waiting, 2 ms added to every sync',
        `${round(groupedComparison.medians.grouped)}/s`,
        `ungrouped ${round(groupedComparison.medians.ungrouped)}/s`,
        groupedComparison.ratios.ungrouped,
        25,
      ),
    );
    for (const { name, append, wanted, writers, missing, note } of peers.list) {
      if (missing) {
        rows.push({ what: `Append beside ${name}`, note: `not run: ${missing}` });
        continue;
      }
      const count = await bestOf(append, writers);
      const comparison = await runInterleaved(
        { tocsin: () => measureRate(to(log), 64, duration), peer: () => measureRate(append, count, duration) },
        rounds,
      );
      rows.push(
        row(
          'Append through the port, durable, 64 at once',
          `${round(comparison.medians.tocsin)}/s`,
          `${name} at ${count} ${round(comparison.medians.peer)}/s`,
          comparison.ratios.peer,
          wanted,
          { note },
        ),
      );
    }
  } finally {
    await peers.close();
    for (const one of [log, slowLog, ungroupedLog]) await one.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return rows;
};
