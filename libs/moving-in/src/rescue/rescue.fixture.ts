import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { ForeignSystem, type ForeignOptions } from '@tocsin/testing/foreign/foreign-system.js';
import type { ForeignName } from '@tocsin/testing/foreign/manners.js';
import { recordedAt } from '@tocsin/testing/foreign/recorded.js';
import type { Outside } from './outside.js';
import type { Line } from './questions.js';
import { rescue } from './rescue.js';

export const token = 'tok-5f1e-planted-secret-0001';

/** What a killed process can’t catch. */
export class Killed extends Error {}

export interface RescueStage {
  readonly folder: string;
  readonly system: ForeignSystem;
  /** All that was said, and for how long it waited. */
  readonly said: string[];
  readonly waits: number[];
  readonly run: (options?: {
    readonly args?: readonly string[];
    readonly killAt?: number;
    readonly phrases?: readonly string[];
  }) => Promise<number>;
  readonly command: (...args: readonly string[]) => Promise<number>;
}

const open: (() => Promise<void> | void)[] = [];
export const closeRescues = async (): Promise<void> => {
  for (const close of open.splice(0)) await close();
};

export function newFolder(): string {
  const parent = mkdtempSync(join(tmpdir(), 'tocsin-rescue-'));
  open.push(() => rmSync(parent, { recursive: true, force: true }));
  return join(parent, 'rescued');
}

/** A rescue from a recorded system, under a clock that stands. */
export async function rescueStage(name: ForeignName, options: Partial<ForeignOptions> = {}): Promise<RescueStage> {
  const system = await ForeignSystem.start(name, { token, ...options });
  open.push(() => system.stop());
  const folder = newFolder();
  const [said, waits]: [string[], number[]] = [[], []];
  const outside = (killAt: number, phrases: string[]): Outside => {
    let answers = 0;
    return {
      now: () => {
        answers += 1;
        if (answers > killAt) throw new Killed();
        return new Date(recordedAt);
      },
      elapsed: () => 0,
      wait: (seconds) => Promise.resolve(void waits.push(seconds)),
      say: (text) => void said.push(text),
      askHidden: () => Promise.resolve(phrases.shift() ?? null),
      env: { TOCSIN_RESCUE_TOKEN: token },
    };
  };
  const terminal = { write: (text: string) => said.push(text) };
  return {
    folder,
    system,
    said,
    waits,
    run: ({ args = [], killAt = Number.POSITIVE_INFINITY, phrases = [] } = {}) =>
      rescue(
        [name, folder, '--url', system.origin, ...(name === 'jsm' ? ['--cloud', 'c1', '--user', 'mover@lindenport.example'] : []), ...args],
        outside(killAt, [...phrases]),
        terminal,
      ),
    command: (...args) => rescue(args, outside(Number.POSITIVE_INFINITY, ['a phrase long enough']), terminal),
  };
}

/** Each file with its bytes. */
export const filesOf = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name)).toString('base64')]));

export const linesOf = (folder: string, kind: string): readonly Line[] =>
  gunzipSync(readFileSync(join(folder, `${kind}.ndjson.gz`)))
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

/** Everything in the folder, in clear. */
export const textOf = (folder: string): string =>
  readdirSync(folder)
    .map((name) => (name.endsWith('.gz') ? gunzipSync(readFileSync(join(folder, name))) : readFileSync(join(folder, name))).toString())
    .join('\n');
