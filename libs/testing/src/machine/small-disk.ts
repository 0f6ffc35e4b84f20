import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, cpSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sayNotRun } from './not-run.js';

const mebibyte = 2 ** 20;
const page = 4_096;

const mountAndStay = 'mount -t tmpfs -o size="$2"m,mode=0700 tmpfs "$1" && echo mounted && exec cat';
const inNamespaces = ['--user', '--mount', '--preserve-credentials', 'sh', '-c', 'cd "$0" && exec "$@"'];

const isMade = (): boolean => {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-disk-'));
  try {
    return spawnSync('unshare', ['-rm', 'sh', '-c', mountAndStay, 'sh', folder, '1'], { input: '' }).status === 0;
  } catch {
    return false;
  } finally {
    rmdirSync(folder);
  }
};

/** Whether this user may mount a file system. If not, the end of the run reports that `promise` was not run. */
export const canMakeDisks = (promise: string): boolean => {
  if (process.platform === 'linux' && isMade()) return true;
  sayNotRun(`${promise}: it needs a file system of its own (unshare -rm, then mount a tmpfs)`);
  return false;
};

/**
 * A separate file system that can be filled to its last byte. It is in a mount namespace: programs see it when they are started
 * with `commandPrefix`.
 */
export class SmallDisk {
  private constructor(
    private readonly keeper: ChildProcess,
    /** Its path for programs inside. */
    readonly path: string,
  ) {}

  static async make(mebibytes: number): Promise<SmallDisk> {
    const path = mkdtempSync(join(tmpdir(), 'tocsin-disk-'));
    const keeper = spawn('unshare', ['-rm', 'sh', '-c', mountAndStay, 'sh', path, String(mebibytes)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    await once(keeper.stdout, 'data');
    return new SmallDisk(keeper, path);
  }

  /** The start of a command line whose program sees this disk. */
  get commandPrefix(): readonly string[] {
    return ['nsenter', '--target', String(this.keeper.pid), ...inNamespaces, process.cwd()];
  }

  /** A path on it for this process. Programs that resolve links themselves, such as SQLite, can’t use it. */
  pathInside(...parts: readonly string[]): string {
    return join(`/proc/${this.keeper.pid}/root${this.path}`, ...parts);
  }

  /** Fills the disk, except for this many bytes. */
  fill(leave = 0): void {
    const reserved = leave > 0 ? this.write('kept-free', leave) : 0;
    this.write('filler', Number.POSITIVE_INFINITY);
    if (reserved > 0) rmSync(this.pathInside('kept-free'));
  }

  /** Frees the space again. */
  clear(): void {
    rmSync(this.pathInside('filler'), { force: true });
  }

  /** Copies a folder of it to a place that everyone can read. */
  copy(from: string, to: string): void {
    cpSync(this.pathInside(from), to, { recursive: true });
  }

  /** Mounts it again as an operator would: `ro` or `rw`. */
  remount(mode: 'ro' | 'rw'): void {
    const [program, ...args] = [...this.commandPrefix, 'mount', '-o', `remount,${mode}`, this.path];
    const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`the disk could not be mounted ${mode}: ${stderr}`);
  }

  async close(): Promise<void> {
    const whenEnded = once(this.keeper, 'exit');
    this.keeper.stdin!.end();
    await whenEnded;
    rmSync(this.path, { recursive: true, force: true });
  }

  /** Appends to a file until it has grown by this many bytes, or the disk is full. Returns by how many it grew. */
  private write(name: string, bytes: number): number {
    const file = openSync(this.pathInside(name), 'a', 0o600);
    let writtenBytes = 0;
    try {
      for (const step of [mebibyte, page]) {
        const block = Buffer.alloc(step, 1);
        while (writtenBytes < bytes && isWritten(file, block)) writtenBytes += step;
      }
    } finally {
      closeSync(file);
    }
    return writtenBytes;
  }
}

const isWritten = (file: number, block: Buffer): boolean => {
  try {
    return writeSync(file, block) === block.length;
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOSPC') return false;
    throw error;
  }
};
