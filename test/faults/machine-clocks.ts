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
  set(wallMs: number, monotonicMs: number): void {
    writeFileSync(this.file, JSON.stringify({ wall: wallMs, running: monotonicMs }));
  }

  /** At once, in a running server. */
  leapBy(stage: Stage, wallMs: number, monotonicMs: number): void {
    this.set(wallMs, monotonicMs);
    stage.tocsin.sendSignal('SIGUSR2');
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}
