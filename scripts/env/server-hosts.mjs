// Processes in which this worker of jest starts servers of tests, one after another: what one has loaded and compiled, the next one uses. A
// host runs one server at a time, so killing a server is killing its host; a test with two servers uses two hosts.
import { spawn } from 'node:child_process';
import { inRoot } from './root.mjs';

const program = inRoot('scripts', 'env', 'server-host.mjs');
const startModule = inRoot('dist', 'server', 'start.js');

/** Bytes of memory with which a host is replaced after a server. */
const largest = 900e6;

/** Characters of its last output, shown for a server that ended with a fault. */
const mostShown = 2_000;

const mark = '\0';
const marked = /\0ended (\d+)\n/;

/** Last line that a host writes to both streams after a server’s output, with the bytes of its memory. */
export const lastLine = (bytes) => `${mark}ended ${bytes}\n`;

const idle = new Set();
const busy = new Set();
/** Faults between two servers: the next start throws them. */
const faults = [];

const keyOf = (args) => args.join(' ');

class Host {
  run = null;
  isKilled = false;

  constructor(args) {
    this.key = keyOf(args);
    const env = { ...process.env, NODE_OPTIONS: '' };
    this.child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    for (const name of ['stdout', 'stderr']) {
      const stream = this.child[name].setEncoding('utf8');
      let unread = '';
      stream.on('data', (text) => (unread = this.handleOutput(unread + text)));
    }
    // an order to one that has just died is refused; that it died is reported when it is closed
    this.child.on('error', () => {});
    this.child.once('close', (code, signal) => this.handleClose({ code, signal }));
  }

  start(order, onOutput) {
    idle.delete(this);
    busy.add(this);
    this.setKeepAlive('ref');
    return new Promise((resolve) => {
      this.run = { hear: onOutput, resolve, marks: 0, hasStarted: false, isStopped: false, last: '' };
      this.child.send({ ask: 'start', ...order });
    });
  }

  stop() {
    if (!this.run || this.run.isStopped) return;
    this.run.isStopped = true;
    this.child.send({ ask: 'stop' });
  }

  kill() {
    this.isKilled = true;
    this.child.kill('SIGKILL');
  }

  /** While it is idle, it does not keep the worker of jest alive. */
  setKeepAlive(word) {
    for (const part of [this.child, this.child.channel, this.child.stdout, this.child.stderr]) part?.[word]();
  }

  /** Returns the part to read again with more data: the start of a mark. */
  handleOutput(text) {
    if (!this.run) return this.handleTimeout(text);
    const at = text.indexOf(mark);
    this.run.hear(at === -1 ? text : text.slice(0, at));
    this.run.hasStarted ||= text.includes('listens on');
    if (at === -1) {
      this.run.last = (this.run.last + text).slice(-mostShown);
      return '';
    }
    const match = marked.exec(text);
    if (!match) return text.slice(at);
    this.run.marks += 1;
    if (this.run.marks === 2) this.handleEnd({ code: 0, signal: null }, Number(match[1]) <= largest);
    const rest = text.slice(at + match[0].length);
    return rest === '' ? '' : this.handleTimeout(rest);
  }

  /** A server that has ended must write nothing more: its host runs no other one. */
  handleTimeout(text) {
    if (!this.isKilled) this.fail(`written after the end of a server: ${text}`);
    return '';
  }

  fail(fault) {
    faults.push(fault);
    idle.delete(this);
    this.kill();
  }

  handleClose(end) {
    idle.delete(this);
    // a test waits for the end, and does not look at its code
    if (this.run?.isStopped && !this.isKilled) this.fail(`a server did not stop when asked: ${this.run.last}`);
    else if (this.run?.hasStarted && !this.isKilled) this.fail(`a server ended by itself: ${this.run.last}`);
    if (this.run) this.handleEnd(end, false);
    else if (!this.isKilled) this.fail(`a host of servers ended by itself: ${end.signal ?? end.code}`);
  }

  handleEnd(end, isUsable) {
    const { resolve } = this.run;
    this.run = null;
    busy.delete(this);
    this.setKeepAlive('unref');
    if (isUsable) idle.add(this);
    else this.kill();
    resolve(end);
  }
}

/** Throws what went wrong since an earlier server ended. */
export const throwFaults = () => {
  if (faults.length > 0) throw new Error(`In the process of an earlier server: ${faults.splice(0).join('\n')}`);
};

/**
 * Starts a server with this environment, in a host with these flags of V8. `onOutput` gets what it writes; `ended` resolves to the exit code
 * and signal that it would have as a process. `module`: another one than the built server’s. `goneWithin`: milliseconds until nothing of it is open
 * after its end.
 */
export const startServer = ({ env, flags, module = startModule, goneWithin }, onOutput) => {
  throwFaults();
  const args = [...flags, program, module];
  // the one that was used last is the warmest
  const host = [...idle].findLast(({ key }) => key === keyOf(args)) ?? new Host(args);
  const whenEnded = host.start({ env, goneWithin }, onOutput);
  const { run } = host;
  /** Later runs of the host are others' servers. */
  const inThisRun = (act) => () => void (host.run === run && act());
  return { ended: whenEnded, stop: inThisRun(() => host.stop()), kill: inThisRun(() => host.kill()) };
};

// faults after the last test of a worker fail no test: the worker prints them, and ends as failed
process.once('exit', () => {
  if (faults.length === 0) return;
  console.error(`In the process of a server of tests: ${faults.join('\n')}`);
  process.exitCode ||= 1;
});

/** Kills the servers that a test file has left running. */
export const killLeftServers = () => {
  for (const host of busy) host.kill();
};
