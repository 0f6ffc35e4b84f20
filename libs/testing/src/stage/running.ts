import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { serverProgram } from './program.js';

/** How it ended: `code` is null when a signal killed it. */
export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A server that was started, in a process of its own or in one that starts servers one after another. */
export interface RunningProcess {
  /** Resolves once it has ended and all of its output was received: the exit alone may be reported before the last output. */
  readonly whenEnded: Promise<ProcessEnd>;
  signal(signal: NodeJS.Signals): void;
}

export type Env = Readonly<Record<string, string | undefined>>;
type OnOutput = (text: string) => void;

/** As returned by scripts/env/server-hosts.mjs. */
export interface HostedProcess {
  readonly ended: Promise<ProcessEnd>;
  stop(): void;
  kill(): void;
}

/** Set by scripts/env/jest-environment.mjs in the suites that use it. */
declare global {
  var startHostedServer:
    ((order: { readonly env: Env; readonly flags: readonly string[] }, onOutput: OnOutput) => HostedProcess) | undefined;
}

/** Whether this test suite has processes that start servers one after another. */
export const hasHosts = (): boolean => globalThis.startHostedServer !== undefined;

export const inOwnProcess = ([program, ...args]: readonly string[], env: Env, onOutput: OnOutput): RunningProcess => {
  const child = spawn(program!, [...args, serverProgram], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'close').then(([code, signal]): ProcessEnd => ({ code, signal }));
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => onOutput(chunk.toString()));
  return { whenEnded: ended, signal: (signal) => void child.kill(signal) };
};

/** One host runs one server at a time, so that killing the server is killing its process. */
export const inHost = (flags: readonly string[], env: Env, onOutput: OnOutput): RunningProcess => {
  const hosted = globalThis.startHostedServer!({ env, flags }, onOutput);
  return {
    whenEnded: hosted.ended,
    signal: (signal) => {
      if (signal === 'SIGTERM') hosted.stop();
      else if (signal === 'SIGKILL') hosted.kill();
      else throw new Error(`${signal} needs a process: start this server with isOwnProcess: true`);
    },
  };
};
