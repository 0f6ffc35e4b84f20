import { randomUUID } from 'node:crypto';
import { accessSync, constants, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import PQueue from 'p-queue';
import { asRefusal, DataFolderRefused } from './data-folder-refused.js';
import { makeRoomToStart } from './disk-reserve.js';
import { backUp } from './folder-backups.js';
import { labelOf, isCopyNeeded, sign, type LogKind } from './folder-label.js';
import { FolderLock } from './folder-lock.js';
import { readFreeBytes } from './free-bytes.js';
import { jsonIn } from './json-file.js';
import { replaceFile, replaceFileSync } from './replace-file.js';

const rooms = ['log', 'vault', 'side', 'views', 'backups'] as const;
const ownNames = new Set<string>([
  ...rooms,
  'spool',
  'tocsin.json',
  'tocsin.json.new',
  'node.json',
  'node.json.new',
  'lock',
  'lock.db',
  'lock.db-journal',
  'operator.token',
  'lost+found',
]);

export interface OpenFolderOptions {
  readonly program: string;
  readonly now: string;
  /** `live` for a new folder. An existing folder of another kind is refused. */
  readonly logKind?: LogKind;
}

interface Node {
  readonly id: string;
  readonly lastAlive: string | null;
}

/** Its lock is held until it is closed. */
export class DataFolder {
  private readonly writes = new PQueue({ concurrency: 1 });

  constructor(
    readonly path: string,
    /** The copy that was made because another version last wrote the folder. */
    readonly backup: string | null,
    private readonly lock: FolderLock,
    private node: Node,
  ) {}

  /** Created once, with the folder: part of the name of this node’s inbox stream. */
  get nodeId(): string {
    return this.node.id;
  }

  room(name: (typeof rooms)[number]): string {
    return join(this.path, name);
  }

  /** The last sign of life, from this run or an earlier one; null in a new folder. */
  lastAlive(): string | null {
    return this.node.lastAlive;
  }

  /** Call it every 5 seconds. Resolves when it is on disk. */
  signOfLife(now: string): Promise<void> {
    this.node = { ...this.node, lastAlive: now };
    const text = nodeText(this.node);
    const write = (): Promise<void> => replaceFile(nodeFile(this.path), text);
    return this.writes.add(write);
  }

  freeBytes(): number {
    return readFreeBytes(this.path);
  }

  /** Close everything that is open in the folder first. */
  async close(): Promise<void> {
    await this.writes.onIdle();
    this.lock.release();
  }
}

/**
 * Creates or opens a data folder: takes its lock, copies log, vault and side when another version wrote it last, and writes this version to it. Throws
 * DataFolderRefused when it is not writable, in use, of another format, of another kind, or not Tocsin’s.
 */
export const openDataFolder = (path: string, opening: OpenFolderOptions): DataFolder => {
  let lock: FolderLock | undefined;
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    // SQLite would open a read-only file, and fail later with a less helpful error
    accessSync(path, constants.W_OK);
    refuseStrangers(path);
    lock = FolderLock.take(path);
    makeRoomToStart(join(path, 'log'));
    lock.sign(opening.now);
    const label = labelOf(path, opening.program, opening.logKind);
    for (const room of rooms) mkdirSync(join(path, room), { recursive: true, mode: 0o700 });
    const backup = isCopyNeeded(path, label, opening.program) ? backUp(path, opening.program, opening.now) : null;
    sign(path, opening.program, label?.logKind ?? opening.logKind ?? 'live');
    return new DataFolder(path, backup, lock, nodeOf(path));
  } catch (error) {
    lock?.release();
    throw asRefusal(path, error);
  }
};

/** A log keeps the clock with which it was created. Throws DataFolderRefused for the other one. */
export const requireClock = (born: 'system' | 'manual', current: 'system' | 'manual'): void => {
  if (born === current) return;
  throw new DataFolderRefused(
    born === 'manual'
      ? 'This log was created with the manual clock, so its times are not real. Start with TOCSIN_CLOCK=manual, or choose another data folder.'
      : 'This log was created with the system clock. Start without TOCSIN_CLOCK=manual, or choose another data folder.',
  );
};

const nodeFile = (path: string): string => join(path, 'node.json');
const nodeText = (node: Node): string => `${JSON.stringify(node)}\n`;

/** A folder with foreign files was probably named by mistake. */
const refuseStrangers = (path: string): void => {
  const names = readdirSync(path);
  if (names.includes('tocsin.json')) return;
  const stranger = names.find((name) => !ownNames.has(name) && !name.startsWith('.'));
  if (stranger === undefined) return;
  throw new DataFolderRefused(
    `${path} is not a Tocsin data folder: it contains “${stranger}” and no tocsin.json. Choose an empty folder or an existing data folder.`,
  );
};

const isNodeId = (id: string): boolean => /^[\w-]{1,64}$/.test(id);
const toInstantOr = <T>(value: unknown, fallback: T): string | T =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : fallback;

/** A damaged or missing file leads to a new id, and so to a new inbox stream: nothing of the old one is lost. */
const nodeOf = (path: string): Node => {
  const storedNode = jsonIn<Node>(nodeFile(path));
  const isKnown = typeof storedNode?.id === 'string' && isNodeId(storedNode.id);
  const node = isKnown ? { id: storedNode.id, lastAlive: toInstantOr(storedNode.lastAlive, null) } : { id: randomUUID(), lastAlive: null };
  if (!isKnown) replaceFileSync(nodeFile(path), nodeText(node));
  return node;
};
