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

/** Whether this machine lets this user mount a file system of their own. Where it does not, the end of the run says that `what` was not run. */
export const canMakeDisks = (what: string): boolean => {
  if (process.platform === 'linux' && isMade()) return true;
  sayNotRun(`${what}: it needs a file system of its own (unshare -rm, then mount a tmpfs)`);
  return false;
};

/** A file system of its own, that can be filled to its last byte. It lives in a mount namespace: programs see it when they are begun `inside`. */
export class SmallDisk {
  private constructor(
    private readonly keeper: ChildProcess,
    /** Its path, as programs inside see it. */
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

  /** What a command line begins with, so that its program sees this disk. */
  get inside(): readonly string[] {
    return ['nsenter', '--target', String(this.keeper.pid), ...inNamespaces, process.cwd()];
  }

  /** A path on it, as this process sees it. Programs that resolve links themselves, such as SQLite, can’t follow it. */
  seen(...parts: readonly string[]): string {
    return join(`/proc/${this.keeper.pid}/root${this.path}`, ...parts);
  }

  /** Takes all the room that is left, but so many bytes. */
  fill(leave = 0): void {
    const reserved = leave > 0 ? this.write('kept-free', leave) : 0;
    this.write('filler', Number.POSITIVE_INFINITY);
    if (reserved > 0) rmSync(this.seen('kept-free'));
  }

  /** There is room again. */
  clear(): void {
    rmSync(this.seen('filler'), { force: true });
  }

  /** What stands in a folder of it, where everybody can read it. */
  copy(from: string, to: string): void {
    cpSync(this.seen(from), to, { recursive: true });
  }

  /** As an operator who mounts it anew: `ro` or `rw`. */
  remount(how: 'ro' | 'rw'): void {
    const [program, ...args] = [...this.inside, 'mount', '-o', `remount,${how}`, this.path];
    const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`the disk could not be mounted ${how}: ${stderr}`);
  }

  async close(): Promise<void> {
    const ended = once(this.keeper, 'exit');
    this.keeper.stdin!.end();
    await ended;
    rmSync(this.path, { recursive: true, force: true });
  }

  /** Appends to a file until it has grown by so many bytes, or nothing goes in any more. Answers by how many it grew. */
  private write(name: string, bytes: number): number {
    const file = openSync(this.seen(name), 'a', 0o600);
    let written = 0;
    try {
      for (const step of [mebibyte, page]) {
        const piece = Buffer.alloc(step, 1);
        while (written < bytes && isWritten(file, piece)) written += step;
      }
    } finally {
      closeSync(file);
    }
    return written;
  }
}

const isWritten = (file: number, piece: Buffer): boolean => {
  try {
    return writeSync(file, piece) === piece.length;
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOSPC') return false;
    throw error;
  }
};
