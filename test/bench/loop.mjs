import { existsSync, mkdtempSync, readFileSync, rmSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startWatchers } from './live.mjs';
import { median, informationRow, sized } from './measure.mjs';
import { startProgram, startTocsin } from './server-under-test.mjs';
import { doorsOf, send } from './storm.mjs';

const screens = sized(50, 2);
const preload = resolve('test/bench/loop-delay.mjs');

/** A process’s event loop delay since the last call, in milliseconds. */
export const readLoopDelay = (pid, file) =>
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

/** Runs them one after the other until `abortSignal` is aborted; returns the number of answers. */
const readAll = async (tocsin, abortSignal) => {
  let answerCount = 0;
  for (let n = 0; !abortSignal.aborted; n += 1) {
    const { status, body } = await fetch(`${tocsin.url}${reads[n % reads.length]}`, {
      headers: { authorization: `Bearer ${tocsin.token}` },
    });
    if (body) for await (const _ of body);
    if (status === 200) answerCount += 1;
  }
  return answerCount;
};

/** The server’s main thread in a storm, with open screens and all reads; and that of an idle process in the same time. */
const runOnce = async (folder) => {
  const [file, idleFile] = ['server', 'idle'].map((name) => join(folder, `${name}.json`));
  const idleProgram = await startProgram(process.execPath, [preload, 'idle'], { LOOP_DELAY_FILE: idleFile }, /idle/);
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
    const abortController = new AbortController();
    await Promise.all([readLoopDelay(tocsin.pid, file), readLoopDelay(idleProgram.child.pid, idleFile)]);
    const readLoop = readAll(tocsin, abortController.signal);
    await send(tocsin.url, doors);
    abortController.abort();
    const answersInRun = await readLoop;
    const [busyDelay, idleDelay] = await Promise.all([readLoopDelay(tocsin.pid, file), readLoopDelay(idleProgram.child.pid, idleFile)]);
    return { busy: busyDelay, still: idleDelay, answered: answersInRun };
  } finally {
    browsers.stop();
    await tocsin.stop();
    await idleProgram.stop();
  }
};

/** The event loop delay, compared with an idle process on the same machine. */
export const loop = async ({ rounds }) => {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-loop-'));
  const runs = [];
  try {
    for (let n = 0; n < rounds; n += 1) runs.push(await runOnce(folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const medianOf = (programName, figureName) => median(runs.map((run) => run[programName][figureName]));
  const medianAnswers = median(runs.map((run) => run.answered));
  return ['p50', 'p99', 'max'].map((figureName) =>
    informationRow(
      `Loop delay of the server’s thread in a storm, ${screens} screens open, while lists, searches and history are read: ${figureName}`,
      `${medianOf('busy', figureName).toFixed(1)} ms`,
      `a process that does nothing ${medianOf('still', figureName).toFixed(1)} ms`,
      median(runs.map(({ busy, still }) => (busy[figureName] + 1) / (still[figureName] + 1))),
      figureName === 'p50' ? `${medianAnswers} reads answered meanwhile; the ratio is that of a millisecond more of each` : '',
    ),
  );
};
