import { proofVectors as vectors } from '@tocsin/testing/proof/vectors.js';
import { frameOf, leafOf, MerkleTree } from './merkle.js';
import { isSignedBy, keyIdOf, publicKeyOf, readNote, signNote } from './signed-note.js';
import { ProofRefused, verifyProof } from './verify-proof.js';
import { proofLines, type ProofContent } from './write-proof.js';

const seed = Buffer.from(vectors.key.seed, 'hex');
const hex = (bytes: Buffer): string => bytes.toString('hex');
const linesOf = (file: string) => () => file.split('\n');
const leaves = vectors.events.map(leafOf);

const treeOf = (parts: readonly Buffer[]): MerkleTree => {
  const tree = new MerkleTree();
  for (const leaf of parts) tree.push(leaf);
  return tree;
};

const write = async (content: Pick<ProofContent, 'shown'>): Promise<string> => {
  const subtree = (after: number, count: number): Buffer => treeOf(leaves.slice(after, after + count)).root();
  const lines: string[] = [];
  const order = { logId: vectors.log, size: 5, note: vectors.sealOf5, cuts: [3], subtree, ...content };
  for await (const line of proofLines(order)) lines.push(line);
  return lines.join('');
};

describe('the format tocsin-proof/1', () => {
  it('frames and hashes events byte for byte', () => {
    expect(vectors.events.map((event) => `00${hex(Buffer.from(frameOf(event)))}`)).toEqual(vectors.frames);
    expect(leaves.map(hex)).toEqual(vectors.leaves);
  });

  it('has the root of every size, built from leaves or from subtrees', () => {
    const sizes = Object.entries(vectors.roots);
    expect(sizes.map(([size]) => hex(treeOf(leaves.slice(0, Number(size))).root()))).toEqual(sizes.map(([, root]) => root));
    const tree = new MerkleTree();
    tree.push(treeOf(leaves.slice(0, 4)).root(), 4);
    tree.push(leaves[4]!);
    expect([tree.size, hex(tree.root())]).toEqual([5, vectors.roots['5']]);
  });

  it('has seals as signed notes', () => {
    const root = Buffer.from(vectors.roots['5']!, 'hex');
    expect(signNote({ logId: vectors.log, size: 5, root }, seed)).toBe(vectors.sealOf5);
    expect([publicKeyOf(seed), keyIdOf(vectors.log, vectors.key.public)]).toEqual([vectors.key.public, vectors.key.id]);
    const note = readNote(vectors.sealOf5)!;
    expect(note).toMatchObject({ logId: vectors.log, size: 5, root, keyId: vectors.key.id });
    expect([isSignedBy(note, vectors.key.public), isSignedBy(note, publicKeyOf(Buffer.alloc(32)))]).toEqual([true, false]);
  });

  it('is written as it is documented: a whole log, and a selection cut where a seal stands', async () => {
    expect(await write({ shown: vectors.events })).toBe(vectors.export);
    expect(await write({ shown: [vectors.events[2]!] })).toBe(vectors.selection);
  });

  it('is accepted, and says what is shown and hidden', () => {
    const keys = [vectors.key.public];
    const common = { logId: vectors.log, size: 5, uncheckedSeals: 0, keyId: vectors.key.id, isKeyKnown: true };
    expect(verifyProof(linesOf(vectors.export), { keys })).toEqual({ ...common, shown: 5, hidden: 0 });
    expect(verifyProof(linesOf(vectors.selection), { keys })).toEqual({ ...common, shown: 1, hidden: 4 });
    expect(verifyProof(linesOf(vectors.export), { keys: [] })).toMatchObject({ isKeyKnown: false });
  });

  it.each(vectors.mustFail.map(({ why, export: file }) => [why, file] as const))('is refused when %s', (_why, file) => {
    expect(() => verifyProof(linesOf(file), { keys: [vectors.key.public] })).toThrow(ProofRefused);
  });
});
