import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codec, makeHistory } from './history.mjs';
import { importBuilt } from './built.mjs';
import { percentile, round, row, informationRow, sized } from './measure.mjs';

const { SearchIndex, searchFile } = await importBuilt('libs/platform/src/search/search-index.js');
const { SearchKeeper } = await importBuilt('apps/server/src/query/history-search/search-keeper.js');
const { HistoryReader } = await importBuilt('apps/server/src/query/history-reader.js');

const events = Number(process.env.TOCSIN_BENCH_SEARCHED ?? sized(5_000_000, 3_000));
const simulated = sized(20_000, 1_000);
const targetMs = 300;
const pagesOfHistory = 500;

/** A log that repeats a simulated history, with a word of its own in each round, so that it need not be written. */
const repeatedLog = (base) => {
  const at = (ordinal) => {
    const lap = Math.floor((ordinal - 1) / base.length);
    const event = base[(ordinal - 1) % base.length];
    const data = event.data.replace(/"summary":"/g, `"summary":"lap${lap} `).replace(/"title":"/g, `"title":"lap${lap} `);
    return { ...event, ordinal, revision: lap * base.length + event.revision, data };
  };
  return {
    head: async () => ({ ordinal: events }),
    readAll: async ({ after, limit, types }) =>
      types ? [] : Array.from({ length: Math.max(0, Math.min(limit, events - after)) }, (_, n) => at(after + n + 1)),
    readOrdinals: async (ordinals) => ordinals.toSorted((a, b) => a - b).map(at),
  };
};

const readWhole = async (log) => {
  const all = [];
  for (let page = await log.readAll({ after: 0, limit: pagesOfHistory }); page.length > 0;) {
    all.push(...page);
    page = await log.readAll({ after: all.length, limit: pagesOfHistory });
  }
  return all;
};

const questions = (base) => {
  const opened = JSON.parse(base.find(({ type }) => type === 'AlertGroupOpened').data);
  const lap = Math.floor(events / base.length) >> 1;
  return {
    'a frequent word': { words: ['alert'] },
    'a word of which many begin with the same letter': { words: ['l'] },
    'a rare word from the middle of the log': { words: [`lap${lap}`] },
    'a word that occurs nowhere': { words: ['nowhere'] },
    'a team and a frequent word': { words: ['opened'], about: [opened.teamId] },
    'a group': { words: [], about: [opened.groupId] },
    'a person’s acts of one type': { words: [], actor: opened.teamId, types: ['AlertGroupAcknowledged'] },
  };
};

/** The first page of the history by words and facets. */
export const search = async ({ rounds }) => {
  const { folder, log: simulatedLog } = await makeHistory(simulated);
  const base = await readWhole(simulatedLog);
  const log = repeatedLog(base);
  const dir = mkdtempSync(join(tmpdir(), 'tocsin-search-'));
  const index = SearchIndex.open(dir, events);
  const keeper = new SearchKeeper(
    index,
    (after, types) => log.readAll({ after, limit: pagesOfHistory, types }),
    () => true,
  );
  try {
    const startedAt = performance.now();
    await keeper.keepUp();
    const perSecond = events / ((performance.now() - startedAt) / 1_000);
    const redactions = { redact: (event) => event };
    const decode = (event) => codec.decode(event, (subject) => subject.startsWith('raw:'));
    const history = new HistoryReader(
      { log, decode, redactions },
      { isReady: async () => true, find: async (query) => keeper.find(query) },
    );
    const filters = { stream: undefined, types: undefined, without: undefined, actor: undefined, about: [], after: 0, before: Infinity };
    const lines = [];
    for (const [name, question] of Object.entries(questions(base))) {
      const times = [];
      let found = 0;
      const usedBefore = process.cpuUsage();
      for (let n = 0; n < rounds * 4; n += 1) {
        const from = performance.now();
        const page = await history.page({ ...filters, shown: decode, ...question }, 50);
        times.push(performance.now() - from);
        found = page.events.length;
      }
      const p95 = percentile(times, 0.95);
      const used = process.cpuUsage(usedBefore);
      const processor = (used.user + used.system) / 1_000 / times.length;
      lines.push(
        row(`First page of ${round(events)} events by ${name}, p95`, `${p95.toFixed(0)} ms`, `${targetMs} ms`, p95 / targetMs, 1, {
          atMost: true,
          note: `${found} events; ${processor.toFixed(0)} ms of processor time each`,
        }),
      );
    }
    const size = statSync(searchFile(dir)).size / events;
    return [
      ...lines,
      informationRow(
        'Indexing for it, on its thread, resting half of the time',
        `${round(perSecond)} events/s`,
        `${size.toFixed(0)} bytes an event`,
        1,
      ),
    ];
  } finally {
    await keeper.close();
    await simulatedLog.close();
    rmSync(dir, { recursive: true });
    rmSync(folder, { recursive: true });
  }
};
