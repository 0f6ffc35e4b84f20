import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { sayNotRun } from '@tocsin/testing/machine/not-run.js';
import { filledIn } from '@tocsin/contracts/integrations/senders.js';
import { senders } from '../../apps/server/src/ingest/senders/senders.js';

/** The path of a file of a sender that the test command has fetched; undefined when it could not, which the end of the run says. */
export const findProgram = (path: string): string | undefined => {
  const folder = process.env['TOCSIN_SENDER_PROGRAMS'];
  const found = folder === undefined ? undefined : join(folder, path);
  if (found !== undefined && existsSync(found)) return found;
  sayNotRun(`a real sender: ${path.split('/')[0]} could not be fetched (scripts/env/sender-programs.mjs)`);
  return undefined;
};

/** Milliseconds until a program that does not end is ended. */
const patience = 60_000;

/** Runs a program to its end; throws with what it said when it failed. */
export const runProgram = async (command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<string> => {
  const child = spawn(command, args, { env: { ...process.env, NODE_OPTIONS: '', ...env }, timeout: patience, killSignal: 'SIGKILL' });
  child.stdin.end();
  const [out, errors, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve)),
  ]);
  if (code !== 0) throw new Error(`${command} ended with ${code}\n${out}\n${errors}`);
  return out;
};

/** What our set-up text says to paste, with the address and the key of this server. */
export const snippetsOf = (id: string, address: string, key: string): readonly string[] =>
  senders
    .find((sender) => sender.id === id)!
    .steps.flatMap(({ snippet }) => (snippet === null ? [] : [filledIn(snippet, { address, key, url: new URL(address).origin })]));
