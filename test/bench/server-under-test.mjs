import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Returns at once for a process that has already exited. */
const stopProcess = async (child) => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
};

/** Starts a program and resolves with the match in its output. */
export const startProgram = (command, args, env, readyPattern, timeoutMs = 180_000) =>
  new Promise((fulfil, reject) => {
    const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const timer = setTimeout(() => reject(new Error(`${command} was not ready in time:\n${output}`)), timeoutMs);
    const read = (chunk) => {
      output += chunk;
      const match = readyPattern.exec(output);
      if (!match) return;
      clearTimeout(timer);
      fulfil({ child, found: match, said: () => output, stop: () => stopProcess(child) });
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => reject(new Error(`${command} ended with ${code}:\n${output}`)));
  });

const post = async (url, body, token) => {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return answer.json();
};

/** The built server on the system clock, set up, with an Alertmanager integration. `root`: another working copy’s build. */
export const startTocsin = async (env = {}, { root = '.', nodeArgs = [] } = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-bench-'));
  const program = await startProgram(
    process.execPath,
    [...nodeArgs, resolve(root, 'dist/server/main.js')],
    { PORT: '0', HOST: '127.0.0.1', TOCSIN_DATA: join(folder, 'data'), TOCSIN_LOG_LEVEL: 'fatal', NODE_ENV: 'production', ...env },
    /listens on (http:\/\/\S+)/,
  );
  const url = program.found[1].replace('localhost', '127.0.0.1');
  const setUpAnswer = await post(`${url}/api/setup`, {
    organisation: 'Bench',
    name: 'Ana',
    email: 'ana@example.org',
    password: 'correct horse battery',
    url,
  });
  return {
    url,
    made: setUpAnswer,
    folder,
    pid: program.child.pid,
    token: setUpAnswer.token,
    address: setUpAnswer.address,
    run: (type, data) => post(`${url}/api/commands/${type}`, data, setUpAnswer.token),
    get: async (path) => (await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${setUpAnswer.token}` } })).json(),
    /** Stops it, and keeps its data. */
    end: () => program.stop(),
    stop: async () => {
      await program.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
