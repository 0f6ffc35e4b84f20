import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { commandLineProgram } from './program.js';

type Env = Readonly<Record<string, string>>;

const spawnProgram = (args: readonly string[], env: Env) =>
  spawn(process.execPath, [commandLineProgram, ...args], {
    env: { ...process.env, NODE_OPTIONS: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** Runs the built command line of an operator. */
export const runCommandLine = async (args: readonly string[], env: Env): Promise<{ readonly code: number; readonly output: string }> => {
  const child = spawnProgram(args, env);
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit') as Promise<[number]>]);
  return { code, output: out + err };
};

/** The same with its standard output closed, as by `| head`; returns the exit code and the error output. */
export const runWithoutReader = async (
  args: readonly string[],
  env: Env,
): Promise<{ readonly code: number; readonly complaint: string }> => {
  const child = spawnProgram(args, env);
  child.stdout.destroy();
  const [complaint, [code]] = await Promise.all([text(child.stderr), once(child, 'exit') as Promise<[number]>]);
  return { code, complaint };
};
