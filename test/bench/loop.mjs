import { existsSync, mkdtempSync, readFileSync, rmSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startWatchers } from './live.mjs';
import { median, told } from './measure.mjs';
import { startProgram, startTocsin } from './server-under-test.mjs';
import { doorsOf, send } from './storm.mjs';

const screens = 50;
const preload = resolve('test/bench/loop-delay.mjs');

/** A process’s event loop delay since the last call, in milliseconds. */
export const saidBy = (pid, file) =>
  new Promise((fulfil) => {
    rmSync(file, { force: true });
    const watcher = watch(join(file, '..'), () => {
      const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
      if (!text.endsWith('}')) return;
      watcher.close();
      fulfil(JSON.parse(text));
    });
    process.kill(pid, 'SIGUSR2');
  });

/** Reads that run repeatedly meanwhile: searches, counts, the largest pages of lists, and history. */
export const reads = [
  '/api/views/alertGroups?limit=200&sort=number&desc=1',
  '/api/views/alertGroups?q=nowhere&limit=50&count=1',
  '/api/views/alertGroups?where.status=firing&where.urgency=low&limit=200',
  '/api/views/alerts?limit=200',
  '/api/views/ladders?limit=200',
  '/api/events?limit=200',
  '/api/events?type=AlertGroupOpened&limit=200',
  '/api/health',
  '/metrics',
];

/** Runs them one after the other until `over`; returns the number of answers. */
const readAll = async (tocsin, over) => {
  let answered = 0;
  for (let n = 0; !over.aborted; n += 1) {
    const { status, body } = await fetch(`${tocsin.url}${reads[n % reads.length]}`, {
      headers: { authorization: `Bearer ${tocsin.token}` },
    });
    if (body) for await (const _ of body);
    if (status === 200) answered += 1;
  }
  return answered;
};

/** The server’s main thread in a storm, with open screens and all reads; and that of an idle process in the same time. */
const once = async (folder) => {
  const [file, idleFile] = ['server', 'idle'].map((name) => join(folder, `${name}.json`));
  const idle = await startProgram(process.execPath, [preload, 'idle'], { LOOP_DELAY_FILE: idleFile }, /idle/);
  const tocsin = await startTocsin({ LOOP_DELAY_FILE: file }, { nodeArgs: [`--import=${pathToFileURL(preload).href}`] });
  const browsers = await startWatchers({
    url: tocsin.url,
    path: '/live',
    auth: { token: tocsin.token },
    watch: ['alertGroups'],
    count: screens,
  });
  try {
    const doors = await doorsOf(tocsin);
    const over = new AbortController();
    await Promise.all([saidBy(tocsin.pid, file), saidBy(idle.child.pid, idleFile)]);
    const reading = readAll(tocsin, over.signal);
    await send(tocsin.url, doors);
    over.abort();
    const answered = await reading;
    const [busy, still] = await Promise.all([saidBy(tocsin.pid, file), saidBy(idle.child.pid, idleFile)]);
    return { busy, still, answered };
  } finally {
    browsers.stop();
    await tocsin.stop();
    await idle.stop();
  }
};

/** The event loop delay, compared with an idle process on the same machine. */
export const loop = async ({ rounds }) => {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-loop-'));
  const runs = [];
  try {
    for (let n = 0; n < rounds; n += 1) runs.push(await once(folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const of = (who, what) => median(runs.map((run) => run[who][what]));
  const answered = median(runs.map((run) => run.answered));
  return ['p50', 'p99', 'max'].map((what) =>
    told(
      `Loop delay of the server’s thread in a storm, ${screens} screens open, while lists, searches and history are read: ${what}`,
      `${of('busy', what).toFixed(1)} ms`,
      `a process that does nothing ${of('still', what).toFixed(1)} ms`,
      median(runs.map(({ busy, still }) => (busy[what] + 1) / (still[what] + 1))),
      what === 'p50' ? `${answered} reads answered meanwhile; the ratio is that of a millisecond more of each` : '',
    ),
  );
};
