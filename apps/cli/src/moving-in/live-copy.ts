import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Outside, Terminal } from '@tocsin/moving-in/rescue/outside.js';
import { copyToRead, type LiveAddress } from '@tocsin/moving-in/rescue/rescue.js';
import type { System } from '@tocsin/moving-in/rescue/source.js';

const option = { type: 'string' } as const;

/** Of a command that reads a rescue: with `--live` it asks the system itself instead. */
export const liveOptions = { live: { type: 'boolean', default: false }, url: option, cloud: option, user: option, since: option } as const;
export const liveUsage = '--live [--url ADDRESS] [--cloud ID --user MAIL_ADDRESS]';

/** Where a folder is given, what says how to ask a system has no meaning. */
export const isLiveOrFolder = ({ live, url, cloud, user, since }: LiveAddress & { readonly live: boolean }, hasFolder: boolean): boolean =>
  live ? !hasFolder : hasFolder && [url, cloud, user, since].every((value) => value === undefined);

/** Copies what a system tells into a folder that only this user can read, and deletes it however `work` ends; a kill that nothing can catch leaves it. */
export async function withLiveCopy(
  system: System,
  address: LiveAddress,
  { outside, terminal }: { readonly outside: Outside; readonly terminal: Terminal },
  work: (folder: string) => Promise<number>,
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), `tocsin-live-${process.pid}-`));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  const stop = (signal: NodeJS.Signals): void => {
    remove();
    process.kill(process.pid, signal);
  };
  for (const signal of stopSignals) process.once(signal, stop);
  try {
    const code = await copyToRead(system, folder, address, outside, terminal);
    return code === 0 ? await work(folder) : code;
  } finally {
    for (const signal of stopSignals) process.off(signal, stop);
    remove();
  }
}

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
