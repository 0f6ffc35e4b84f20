import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Stage } from '@tocsin/testing/stage/stage.js';

const preload = pathToFileURL(join(import.meta.dirname, 'leaping-clock.mjs')).href;

/** The clocks of a machine, which a test sets: start the server with `env`. */
export class MachineClocks {
  private readonly folder = mkdtempSync(join(tmpdir(), 'tocsin-clock-'));
  private readonly file = join(this.folder, 'leap.json');

  readonly env: Readonly<Record<string, string>> = { NODE_OPTIONS: `--import=${preload}`, TEST_CLOCK: this.file };

  /** Offsets from the next start of the server on, in milliseconds: of the wall clock, and of the monotonic clock. */
  set(wall: number, running: number): void {
    writeFileSync(this.file, JSON.stringify({ wall, running }));
  }

  /** At once, in a running server. */
  leap(stage: Stage, wall: number, running: number): void {
    this.set(wall, running);
    stage.tocsin.tell('SIGUSR2');
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}
