// A process in which a worker of jest starts servers of tests, one after another: node server-host.mjs START-MODULE, with an IPC channel. A server’s
// output goes to this process’s output, and a line on both streams marks its end. Any other fault ends the process, which fails the current test, or
// the next one. Only tests use this: no image contains it.
import { writeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { lastLine } from './server-hosts.mjs';

const { startTocsin, StartRefused } = await import(pathToFileURL(process.argv[2]).href);

/** Milliseconds for a server to end. More than a process of its own has, since here lateness fails a test, and a busy machine is slow. */
const endWithin = 120_000;
/** Milliseconds until all its handles are closed, which takes a few turns. An order may give less. */
const goneUsually = 60_000;

/** Longest polling interval, in milliseconds. */
const longestRest = 50;

/** Handles of this process itself, and running reads or closes of files. */
const isOfProcess = (resource) => /^(PipeWrap|TTYWrap|Immediate|CloseReq|FSReq\w*)$/.test(resource);

/** The server that was ordered, from the order until it has ended, and the same once it has started. */
let starting = null;
let currentRun = null;
let allowed = goneUsually;

function fail(error) {
  print(2, `${error instanceof StartRefused ? error.message : (error?.stack ?? error)}\n`);
  process.exit(1);
}

/** All of it is written when this returns, however slowly it is read. */
function print(stream, text) {
  for (let remaining = Buffer.from(text); remaining.length > 0;) {
    try {
      remaining = remaining.subarray(writeSync(stream, remaining));
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
    }
  }
}

function start({ env, goneWithin = goneUsually }) {
  allowed = goneWithin;
  starting = startTocsin({ env, args: [] });
  starting.then((server) => {
    currentRun = server;
    server.whenLost.then(fail);
  }, fail);
}

async function stop() {
  const server = await starting;
  const late = setTimeout(() => fail(`Tocsin did not shut down within ${endWithin / 1000} s and stops now.`), endWithin);
  await server.close();
  clearTimeout(late);
  await waitUntilClosed();
  starting = currentRun = null;
  for (const stream of [1, 2]) print(stream, lastLine(process.memoryUsage.rss()));
}

/** A process of its own would end whatever is open; here it would be left to the next server. */
async function waitUntilClosed() {
  const open = () => process.getActiveResourcesInfo().filter((resource) => !isOfProcess(resource));
  let rest = 1;
  for (const began = performance.now(); open().length > 0; await pause(rest)) {
    rest = Math.min(2 * rest, longestRest);
    if (performance.now() - began > allowed) fail(`a server that has ended left this open: ${open().join(', ')}`);
  }
}

/** Before a server has started, what no code handles ends a process, as it would where users run it. */
function noteUnhandled(error) {
  if (!currentRun) return fail(error);
  currentRun.noteUnhandled(error);
}

const asks = { start, stop };
process.on('message', ({ ask, ...order }) => asks[ask](order)?.catch(fail));
process.on('unhandledRejection', noteUnhandled);
// the worker of jest has ended, or was killed
process.on('disconnect', () => process.exit(0));
