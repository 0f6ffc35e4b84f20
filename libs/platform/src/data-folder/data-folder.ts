import { randomUUID } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { asRefusal, DataFolderRefused } from './data-folder-refused.js';
import { makeRoomToStart } from './disk-reserve.js';
import { backUp } from './folder-backups.js';
import { labelOf, needsCopy, sign, type LogKind } from './folder-label.js';
import { FolderLock } from './folder-lock.js';
import { freeBytesAt } from './free-bytes.js';
import { jsonIn } from './json-file.js';
import { replaceFile, replaceFileSync } from './replace-file.js';

const rooms = ['log', 'vault', 'side', 'views', 'backups'] as const;
const ours = new Set<string>([
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

export interface Opening {
  /** The version of this program. */
  readonly program: string;
  readonly now: string;
  /** What the folder is for; `live` for a new one. An old one of another kind is refused. */
  readonly logKind?: LogKind;
}

interface Node {
  readonly id: string;
  readonly lastAlive: string | null;
}

/** An opened data folder: its lock is held until it is closed. */
export class DataFolder {
  private writing: Promise<void> = Promise.resolve();

  constructor(
    readonly path: string,
    /** The copy that was made because another version wrote the folder last. */
    readonly backup: string | null,
    private readonly lock: FolderLock,
    private node: Node,
  ) {}

  /** Made once, with the folder: names this node’s inbox stream. */
  get nodeId(): string {
    return this.node.id;
  }

  /** `log`, `vault`, `side`, `views` or `backups`: its path. */
  room(name: (typeof rooms)[number]): string {
    return join(this.path, name);
  }

  /** The last sign of life, of this run or an earlier one; null in a new folder. */
  lastAlive(): string | null {
    return this.node.lastAlive;
  }

  /** Call it every 5 seconds. Resolves when it is on disk. */
  signOfLife(now: string): Promise<void> {
    this.node = { ...this.node, lastAlive: now };
    const text = nodeText(this.node);
    const write = (): Promise<void> => replaceFile(nodeFile(this.path), text);
    this.writing = this.writing.then(write, write);
    return this.writing;
  }

  /** Bytes left on the disk of the folder. */
  freeBytes(): number {
    return freeBytesAt(this.path);
  }

  /** Lets another process in. Close everything that is open in the folder first. */
  async close(): Promise<void> {
    await this.writing.catch(() => undefined);
    this.lock.release();
  }
}

/**
 * Makes or opens a data folder: takes its lock, copies log, vault and side when another version wrote it last, and signs it
 * with this version. Throws DataFolderRefused: not writable, in use, of a newer format, of another kind, or not Tocsin’s.
 */
export const openDataFolder = (path: string, opening: Opening): DataFolder => {
  let lock: FolderLock | undefined;
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    // SQLite would open what it may only read, and fail later with less to say
    accessSync(path, constants.W_OK);
    refuseStrangers(path);
    lock = FolderLock.take(path);
    makeRoomToStart(join(path, 'log'));
    lock.sign(opening.now);
    const label = labelOf(path, opening.program, opening.logKind);
    for (const room of rooms) mkdirSync(join(path, room), { recursive: true, mode: 0o700 });
    const backup = needsCopy(path, label, opening.program) ? backUp(path, opening.program, opening.now) : null;
    sign(path, opening.program, label?.logKind ?? opening.logKind ?? 'live');
    return new DataFolder(path, backup, lock, nodeOf(path));
  } catch (error) {
    lock?.release();
    throw asRefusal(path, error);
  }
};

/** The clock that the log was begun under is its clock for ever. Throws DataFolderRefused for the other one. */
export const requireClock = (born: 'system' | 'manual', running: 'system' | 'manual'): void => {
  if (born === running) return;
  throw new DataFolderRefused(
    born === 'manual'
      ? 'This log was created with the manual clock, so its times are not real. Start with TOCSIN_CLOCK=manual, or choose another data folder.'
      : 'This log was created with the system clock. Start without TOCSIN_CLOCK=manual, or choose another data folder.',
  );
};

const nodeFile = (path: string): string => join(path, 'node.json');
/** Where it was before 0.2.0: a lost `side/` must not make another node of this one. */
const nodeFileBefore = (path: string): string => join(path, 'side', 'node.json');
const nodeText = (node: Node): string => `${JSON.stringify(node)}\n`;

/** A folder with somebody else’s files in it was named by mistake. */
const refuseStrangers = (path: string): void => {
  const names = readdirSync(path);
  if (names.includes('tocsin.json')) return;
  const stranger = names.find((name) => !ours.has(name) && !name.startsWith('.'));
  if (stranger === undefined) return;
  throw new DataFolderRefused(
    `${path} is not a Tocsin data folder: it contains “${stranger}” and no tocsin.json. Choose an empty folder or an existing data folder.`,
  );
};

const isNodeId = (id: string): boolean => /^[\w-]{1,64}$/.test(id);
const instantOr = <T>(value: unknown, otherwise: T): string | T =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : otherwise;

/** A torn or deleted file costs a new id, which is a new inbox stream: nothing of the old one is lost. */
const nodeOf = (path: string): Node => {
  const known = jsonIn<Node>(nodeFile(path)) ?? jsonIn<Node>(nodeFileBefore(path));
  const isKnown = typeof known?.id === 'string' && isNodeId(known.id);
  const node = isKnown ? { id: known.id, lastAlive: instantOr(known.lastAlive, null) } : { id: randomUUID(), lastAlive: null };
  if (!isKnown || !existsSync(nodeFile(path))) replaceFileSync(nodeFile(path), nodeText(node));
  return node;
};
