import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { create, extract } from 'tar';
import type { Profile } from '@tocsin/testing/stage/cluster.js';
import { tier } from '@tocsin/testing/tier.js';
import type { RowSnapshot } from './row-snapshot.js';
import type { SubscribedShift } from './subscribed-shifts.js';

const allReleases = readdirSync(resolve('test/golden'))
  .filter((name) => /^\d+\.\d+\.\d+$/.test(name))
  .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));

/** Those whose folders are opened: in the short run the newest. */
export const releases = tier === 'short' ? allReleases.slice(-1) : allReleases;

/** The mails that are sent when the clock is advanced by `after`: the recipient, and the number of the alert group. */
export interface SentMessage {
  readonly after: string;
  readonly mails: readonly string[];
}

/** What the release that made a folder showed: later releases must show the same. */
export interface GoldenRecord {
  readonly program: string;
  /** The time of its clock. */
  readonly now: string;
  /** The version of each view. */
  readonly views: Readonly<Record<string, number>>;
  readonly owner: { readonly email: string; readonly password: string };
  /** The number of events of each type. */
  readonly events: Readonly<Record<string, number>>;
  readonly rows: RowSnapshot;
  /** The content of a calendar feed. */
  readonly feed: { readonly path: string; readonly shifts: readonly SubscribedShift[] };
  /** Messages sent after a restart of the server. */
  readonly sent: readonly SentMessage[];
}

/** An unpacked golden folder: a copy that may be changed. */
export interface GoldenFolder extends GoldenRecord {
  /** Delete it at the end. */
  readonly place: string;
  readonly data: string;
  /** Embedded profile only: made while the server ran, after the last event. */
  readonly backup: string;
  /** Cluster profile only: the log, one record for each line. */
  readonly eventstore: string;
}

const fileOf = (release: string, profile: Profile): string => resolve('test/golden', release, `${profile}.tar.gz`);
const recordFile = 'golden.json';

/** Left out: locks, and the disk reserve. */
const isDisposable = (path: string): boolean => /\/(?:lock(?:\.db.*)?|log\/reserve)$/.test(path);

/** Bytes. Limited because it stays in the repository forever. */
const largestBytes = 1_000_000;

/** Packs a folder with `data`, and `backup.tar` or `eventstore.ndjson`. Rejects, and writes nothing, when it would be too large. */
export const pack = async (release: string, profile: Profile, place: string, golden: GoldenRecord): Promise<void> => {
  writeFileSync(join(place, recordFile), `${JSON.stringify(golden, null, 1)}\n`);
  const names = ['data', recordFile, profile === 'embedded' ? 'backup.tar' : 'eventstore.ndjson'];
  const packedFile = join(place, 'packed.tar.gz');
  await create({ file: packedFile, cwd: place, gzip: { level: 9 }, portable: true, filter: (path) => !isDisposable(path) }, names);
  const { size } = statSync(packedFile);
  if (size > largestBytes) throw new Error(`the folder of ${profile} takes ${size} bytes: more than ${largestBytes}`);
  const file = fileOf(release, profile);
  mkdirSync(dirname(file), { recursive: true });
  copyFileSync(packedFile, file);
};

export const unpack = async (release: string, profile: Profile): Promise<GoldenFolder> => {
  const place = mkdtempSync(join(tmpdir(), `tocsin-golden-${release}-`));
  await extract({ file: fileOf(release, profile), cwd: place });
  const golden = JSON.parse(readFileSync(join(place, recordFile), 'utf8')) as GoldenRecord;
  const [data, backup, eventstore] = [join(place, 'data'), join(place, 'backup.tar'), join(place, 'eventstore.ndjson')];
  return { ...golden, place, data, backup, eventstore };
};
