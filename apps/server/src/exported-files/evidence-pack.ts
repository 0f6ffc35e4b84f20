import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { StoredEvent } from '@tocsin/platform/event-log/event-log.js';
import { proofLines } from '@tocsin/platform/proof/write-proof.js';
import { readNote } from '@tocsin/platform/proof/signed-note.js';
import type { StoredTree } from '@tocsin/platform/proof/stored-tree.js';
import type { Cover, Pack, PackLine, PackSource, Seals } from './pack.js';
import { reportPage } from './pack-report.js';
import { verifier } from './verifier.js';
import { zipOf } from './zip-of.js';

/** The newest seal, and the key that signed it. Null: the log is not sealed. */
const readSeals = async ({ ofType }: PackSource): Promise<Seals | null> => {
  const keys = new Map<string, string>();
  for await (const { data } of ofType('SealingKeyIntroduced')) {
    const { keyId, publicKey } = data as FactOf<'SealingKeyIntroduced'>;
    keys.set(keyId, publicKey);
  }
  const sizes: number[] = [];
  let newest: Omit<Seals, 'sizes' | 'key'> | undefined;
  for await (const { data } of ofType('LogSealed')) {
    const { note } = data as FactOf<'LogSealed'>;
    const read = readNote(note);
    if (!read) continue;
    sizes.push(read.size);
    newest = { note, read };
  }
  const key = newest && keys.get(newest.read.keyId);
  return newest && key !== undefined ? { ...newest, sizes, key } : null;
};

/** The events of a pack, and whether a proof over `size` events may show them. */
async function* coveredEvents(
  { redacted }: PackSource,
  { events, othersIn }: Pack,
  size: number,
): AsyncGenerator<readonly [StoredEvent, Cover]> {
  for await (const event of events()) {
    const { ordinal } = event;
    const cover = redacted.has(ordinal) ? 'redacted' : ordinal > size ? 'not sealed yet' : ((await othersIn(event)) ?? 'covered');
    yield [event, cover];
  }
}

async function* shownEvents(events: AsyncIterable<readonly [StoredEvent, Cover]>): AsyncGenerator<StoredEvent> {
  for await (const [event, cover] of events) if (cover === 'covered') yield event;
}

async function* linesOf(source: PackSource, pack: Pack, size: number): AsyncGenerator<PackLine> {
  const say = pack.words();
  for await (const [stored, proof] of coveredEvents(source, pack, size)) {
    const event = source.decode(stored);
    yield { ordinal: event.ordinal, at: event.meta.at, says: say(event), proof };
  }
}

async function* timeline(lines: AsyncIterable<PackLine>): AsyncGenerator<string> {
  for await (const line of lines) yield `${JSON.stringify(line)}\n`;
}

const filesInProof = (
  key: string,
): string => `proof.ndjson        the events as they are on the log, and hashes in place of all others (tocsin-proof/1)
verify-proof.py     checks proof.ndjson with nothing but Python:

    python3 verify-proof.py ${key} proof.ndjson

or, with Tocsin:  tocsin verify --key ${key} proof.ndjson

Compare the key with the one that you know from elsewhere: without that, anybody may have made this pack.
`;

const readMe = ({ title, files }: Pack, seals: Seals | null): string => `${title}

report.html         what happened, in plain words; open it first, or print it
timeline.ndjson     each event in words, and whether the proof covers it
${files.map(({ name, says }) => `${name.padEnd(20)}${says}\n`).join('')}${seals ? filesInProof(seals.key) : 'There is no proof: the log was not sealed yet when this pack was made.\n'}`;

/** A ZIP: a report, a timeline, and where the log is sealed a proof with its verifier. */
export async function* evidencePack(source: PackSource, pack: Pack): AsyncGenerator<Uint8Array> {
  const tree = source.tree();
  try {
    const newest = await readSeals(source);
    const seals = newest && tree && tree.size >= newest.read.size ? newest : null;
    const size = seals?.read.size ?? 0;
    const proofOf = ({ note, read, sizes }: Seals, hashes: StoredTree): AsyncIterable<string> =>
      proofLines({
        logId: read.logId,
        size,
        note,
        cuts: sizes,
        subtree: (after, count) => hashes.subtree(after, count),
        shown: shownEvents(coveredEvents(source, pack, size)),
      });
    yield* zipOf(
      [
        { name: 'README.txt', parts: [readMe(pack, seals)] },
        { name: 'report.html', parts: reportPage(pack, seals, linesOf(source, pack, size)) },
        { name: 'timeline.ndjson', parts: timeline(linesOf(source, pack, size)) },
        ...pack.files,
        ...(seals && tree
          ? [
              { name: 'proof.ndjson', parts: proofOf(seals, tree) },
              { name: 'verify-proof.py', parts: [verifier] },
            ]
          : []),
      ],
      pack.at,
    );
  } finally {
    tree?.close();
  }
}
