import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { serverProgram } from '@tocsin/testing/stage/program.js';

/** The process that holds a data folder. */
export const holderOf = (data: string): number => (JSON.parse(readFileSync(join(data, 'lock'), 'utf8')) as { pid: number }).pid;

interface StartOptions {
  /** A user id, where this process may switch users. */
  readonly user?: number;
  /** The start of the command line. */
  readonly inside?: readonly string[];
}

/** The output and exit code of a server that must refuse to start. */
export const expectRefusedStart = async (
  env: Readonly<Record<string, string>>,
  { user, inside = [] }: StartOptions = {},
): Promise<{ code: number; output: string }> => {
  const isRoot = process.getuid?.() === 0;
  const [program, ...args] = [...inside, process.execPath, serverProgram];
  const child = spawn(program, args, {
    env: { ...process.env, NODE_OPTIONS: '', PORT: '0', HOST: '127.0.0.1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(isRoot && user !== undefined ? { uid: user, gid: user } : {}),
  });
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit') as Promise<[number]>]);
  return { code, output: said };
};
