import { performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { CliRefused } from './cli-refused.js';
import type { Outside } from '@tocsin/moving-in/rescue/outside.js';

const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });

/** Asks at the terminal without showing what is typed. */
async function askHidden(prompt: string): Promise<string | null> {
  if (!process.stdin.isTTY) return null;
  process.stdout.write(prompt);
  const reader = createInterface({ input: process.stdin, output: unseen, terminal: true });
  try {
    return await new Promise<string>((resolve, reject) => {
      reader.once('SIGINT', () => reject(new CliRefused('Nothing was done.')));
      reader.question('', resolve);
    });
  } finally {
    reader.close();
    process.stdout.write('\n');
  }
}

export const realOutside: Outside = {
  now: () => new Date(),
  elapsed: () => performance.now(),
  wait: (seconds) => setTimeout(seconds * 1_000),
  say: (text) => console.log(text),
  askHidden,
  env: process.env,
};
