import { Chance } from '@tocsin/kernel/chance.js';
import { sampleLogId as logId } from '@tocsin/testing/proof/sample-log.js';
import { byTier } from '@tocsin/testing/tier.js';
import type { HashedEvent } from './merkle.js';
import { publicKeyOf, signNote } from './signed-note.js';
import {
  changes,
  events,
  leaves,
  note,
  otherSeed,
  rootOf,
  seed,
  size,
  subtree,
  treeOf,
  withRightLeaves,
  type Random,
} from './tamperings.fixture.js';
import { ProofRefused, verifyProof } from './verify-proof.js';
import { proofLines } from './write-proof.js';

const tries = byTier({ short: 500, full: 2_000, deep: 10_000 });
const keys = [publicKeyOf(seed)];

const fileOf = async (shown: readonly HashedEvent[], cuts: readonly number[] = []): Promise<readonly string[]> => {
  const lines: string[] = [];
  for await (const line of proofLines({ logId, size, note, cuts, subtree, shown })) lines.push(line.trimEnd());
  return lines;
};
const verify = (lines: readonly string[], anchors: { size: number; root: Buffer }[] = []) =>
  verifyProof(() => [...lines, ''], { keys, anchors });

let whole: readonly string[];
let selection: readonly string[];
beforeAll(async () => {
  whole = await fileOf(events);
  selection = await fileOf(
    events.filter(({ ordinal }) => ordinal % 7 < 2),
    [13, 26],
  );
});

const found = (lines: readonly string[]): string | null => {
  try {
    verify(lines);
    return null;
  } catch (error) {
    if (error instanceof ProofRefused) return error.message;
    throw error;
  }
};

describe('a file that was tampered with', () => {
  const names = Object.keys(changes);
  const repairs: Readonly<Record<string, (lines: readonly string[]) => readonly string[]>> = {
    'as it is': (lines) => lines,
    'with leaves made right again': (lines) => {
      try {
        return withRightLeaves(lines);
      } catch {
        return lines; // it is no JSON any more
      }
    },
    'sealed anew with another key': (lines) => {
      try {
        const right = withRightLeaves(lines);
        const tree = rootOf(right);
        const seal = signNote({ logId, size: tree.size, root: tree.root() }, otherSeed);
        return [JSON.stringify({ format: 'tocsin-proof/1', log: logId, size: tree.size }), ...right.slice(1, -1), JSON.stringify({ seal })];
      } catch {
        return lines;
      }
    },
  };

  it('is accepted as long as nothing was changed', () => {
    expect(verify(whole)).toMatchObject({ size, shown: size, hidden: 0, uncheckedSeals: 0, isKeyKnown: true });
    expect(verify(selection)).toMatchObject({ size, shown: 17, hidden: size - 17 });
  });

  it.each(Object.keys(repairs))('is refused %s, whatever was changed', (repair) => {
    const missed: string[] = [];
    const share = Math.ceil(tries / 3);
    for (let n = 0; n < share; n += 1) {
      const chance = new Chance(n);
      const name = names[n % names.length]!;
      const random: Random = (below) => chance.drawBetween(0, below - 1);
      const original = random(2) === 0 ? whole : selection;
      const changed = repairs[repair]!(changes[name]!(random, [...original]));
      if (changed.join('\n') !== original.join('\n') && found(changed) === null) missed.push(`${name}, seed ${n}`);
    }
    expect(missed).toEqual([]);
  });

  it('cut back to an older seal is right in itself, and refused by any anchor behind it', async () => {
    const { note: older } = JSON.parse(events[25]!.data) as { note: string };
    const cutBack = [whole[0]!.replace(`:${size}}`, ':25}'), ...whole.slice(1, 26), JSON.stringify({ seal: older })];
    expect(verify(cutBack)).toMatchObject({ size: 25 });
    const root = treeOf(leaves).root();
    expect(() => verify(cutBack, [{ size, root }])).toThrow(/no border at event 61/);
    expect(verify(whole, [{ size, root }])).toMatchObject({ size });
    expect(() => verify(whole, [{ size: 20, root }])).toThrow(/not those of the anchor/);
  });

  it('by whoever has the key, and sealed anew, is refused at the older seals', () => {
    const forged = withRightLeaves(whole.with(5, whole[5]!.replace('offen', 'zu')));
    const tree = rootOf(forged);
    const seal = signNote({ logId, size, root: tree.root() }, seed);
    expect(found(forged.with(forged.length - 1, JSON.stringify({ seal })))).toMatch(
      /^The first 12 events are not those that were sealed then/,
    );
  });
});
