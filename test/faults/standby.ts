import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startClusterEnv } from '@tocsin/testing/stage/cluster.js';
import { serverProgram } from '@tocsin/testing/stage/program.js';

/** A second server on the log and views of another, with its own data folder. */
export class Standby {
  output = '';
  /** Resolves when it has ended and all of its output was read. */
  private readonly whenClosed;
  private constructor(readonly child: ChildProcess) {
    this.whenClosed = once(child, 'close');
    for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
  }

  static async start(first: string, data: string, env: Readonly<Record<string, string>> = {}): Promise<Standby> {
    const stores = await startClusterEnv(first);
    const ownEnv = { PORT: '0', HOST: '127.0.0.1', TOCSIN_DATA: data, TOCSIN_LOG_LEVEL: 'error', TOCSIN_CLOCK: 'manual', NODE_OPTIONS: '' };
    return new Standby(
      spawn(process.execPath, [serverProgram], {
        env: { ...process.env, ...stores, ...ownEnv, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    );
  }

  /** Resolves with the match once the server has printed it. */
  async waitForOutput(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const match = pattern.exec(this.output);
      if (match) return match;
      const isOver = await Promise.race([...this.waitForMoreOutput(), this.waitForExit().then(() => true)]);
      if (isOver === true && !pattern.test(this.output)) throw new Error(`it ended with ${this.child.exitCode}:\n${this.output}`);
    }
  }

  /** The exit code; null after a signal. */
  async waitForExit(): Promise<number | null> {
    await this.whenClosed;
    return this.child.exitCode;
  }

  private waitForMoreOutput(): readonly Promise<unknown>[] {
    return [once(this.child.stdout!, 'data'), once(this.child.stderr!, 'data')];
  }

  /** Its address, once it has taken over. */
  async waitForUrl(): Promise<string> {
    const [, port] = await this.waitForOutput(/listens on http:\/\/localhost(:\d+)/);
    return `http://127.0.0.1${port}`;
  }

  async stop(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.waitForExit();
  }
}

/** A data folder with the keys and secrets of the first server, as an operator copies them. */
export const copyVault = (first: string, data: string): string => {
  mkdirSync(data);
  cpSync(join(first, 'tocsin.json'), join(data, 'tocsin.json'));
  cpSync(join(first, 'vault'), join(data, 'vault'), { recursive: true });
  return data;
};
