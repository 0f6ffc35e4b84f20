import { leafOf, MerkleTree } from './merkle.js';
import { proofFormat, readLine, type HiddenEvents, type ProofHead, type ShownEvent } from './proof-lines.js';
import { isSignedBy, readNote, type SignedNote } from './signed-note.js';

/** The file is not what it claims. The message is a sentence. */
export class ProofRefused extends Error {
  override readonly name = 'ProofRefused';
}

export interface VerifiedProof {
  readonly logId: string;
  readonly size: number;
  readonly shown: number;
  readonly hidden: number;
  /** Seals among the events at whose size something hidden is not cut. */
  readonly uncheckedSeals: number;
  readonly keyId: string;
  /** Whether one of the given keys signed it. False only when none was given: then anyone may have. */
  readonly isKeyKnown: boolean;
}

/** A root that was seen elsewhere. */
export interface Anchor {
  readonly size: number;
  readonly root: Buffer;
}

export interface VerifyOptions {
  /** Each 64 hexadecimal digits. */
  readonly keys: readonly string[];
  /** Each must be a border of the file. */
  readonly anchors?: readonly Anchor[];
}

const sealType = 'LogSealed';

/** The seal that an event of a log contains. Throws ProofRefused when it isn’t one. */
const sealIn = ({ ordinal, data }: Pick<ShownEvent, 'ordinal' | 'data'>): SignedNote => {
  const { note } = (parseObject(data) ?? {}) as { note?: unknown };
  const seal = typeof note === 'string' ? readNote(note) : null;
  if (!seal || seal.size >= ordinal) throw new ProofRefused(`Event ${ordinal} is no seal, although its type says so.`);
  return seal;
};

const parseObject = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

const refuse = (place: number, problem: string): never => {
  throw new ProofRefused(`Line ${place}: ${problem}.`);
};

/** Seals among the shown events. Their sizes must be known before the tree is built: a seal stands behind what it covers. */
const sealsAmong = (lines: Iterable<string>): readonly SignedNote[] => {
  const seals: SignedNote[] = [];
  for (const text of lines) {
    if (!text.includes(`"type":"${sealType}"`)) continue;
    const line = readLine('event', text);
    if (line?.type === sealType) seals.push(sealIn(line));
  }
  return seals;
};

/** Builds the tree from the lines of a file. */
class ProofTree {
  readonly tree = new MerkleTree();
  shown = 0;
  /** At the sizes that are asked for. */
  readonly roots = new Map<number, Buffer | null>();

  constructor(sizes: Iterable<number>) {
    for (const size of sizes) this.roots.set(size, null);
  }

  add(text: string, place: number): void {
    const event = readLine('event', text);
    if (event) this.show(event, place);
    else this.hide(readLine('hidden', text) ?? refuse(place, 'neither an event nor a hidden part'), place);
    if (this.roots.has(this.tree.size)) this.roots.set(this.tree.size, this.tree.root());
  }

  private show(event: ShownEvent, place: number): void {
    this.requireNext(event.ordinal, place);
    const leaf = leafOf(event);
    if (leaf.toString('hex') !== event.leaf) refuse(place, `event ${event.ordinal} is not what its hash says`);
    this.shown += 1;
    this.tree.push(leaf);
  }

  private hide({ ordinal, count, hash }: HiddenEvents, place: number): void {
    this.requireNext(ordinal, place);
    if (!isPowerOfTwo(count) || (ordinal - 1) % count !== 0) refuse(place, 'the hidden part is not aligned');
    this.tree.push(Buffer.from(hash, 'hex'), count);
  }

  private requireNext(ordinal: number, place: number): void {
    if (ordinal !== this.tree.size + 1) refuse(place, `event ${this.tree.size + 1} was expected, and ${ordinal} is there`);
  }
}

const isPowerOfTwo = (count: number): boolean => (BigInt(count) & BigInt(count - 1)) === 0n;

const sealOf = (text: string, head: ProofHead, size: number, place: number): SignedNote => {
  const seal = readNote((readLine('seal', text) ?? refuse(place, 'the last line must be the seal')).seal);
  if (!seal) return refuse(place, 'the seal is not in its one spelling');
  if (seal.logId !== head.log) refuse(place, 'the seal is of another log');
  if (seal.size !== head.size || size !== head.size)
    refuse(place, `the seal covers ${seal.size} events, the file says ${head.size} and has ${size}`);
  return seal;
};

const requireRoot = (root: Buffer | null | undefined, expected: Buffer, problem: string): void => {
  if (root && !root.equals(expected)) throw new ProofRefused(problem);
};

/** Takes one line after another, and knows which may come next. */
class ProofReader {
  head: ProofHead | undefined;
  seal: SignedNote | undefined;
  isEnded = false;
  private place = 0;

  constructor(private readonly proof: ProofTree) {}

  take(text: string): void {
    this.place += 1;
    if (this.seal) this.end(text);
    else if (!this.head) this.head = headOf(text);
    else if (this.proof.tree.size < this.head.size) this.proof.add(text, this.place);
    else this.seal = sealOf(text, this.head, this.proof.tree.size, this.place);
  }

  /** Each line is ended, and so the last is empty. */
  private end(text: string): void {
    if (this.isEnded || text !== '') refuse(this.place, 'nothing may stand behind the seal');
    this.isEnded = true;
  }
}

/**
 * Checks a proof file, line by line. `readLines` is called twice, and gives lines without their ends; the last one is empty, because each line is ended.
 * Throws ProofRefused, with what is wrong first.
 */
export const verifyProof = (readLines: () => Iterable<string>, { keys, anchors = [] }: VerifyOptions): VerifiedProof => {
  const inner = sealsAmong(readLines());
  const proof = new ProofTree([...inner, ...anchors].map(({ size }) => size));
  const reader = new ProofReader(proof);
  for (const text of readLines()) reader.take(text);
  const { head, seal, isEnded } = reader;
  if (!head || !seal || !isEnded) throw new ProofRefused('The file ends too early.');
  requireRoot(proof.tree.root(), seal.root, 'The events are not those that were sealed: the root differs.');
  const isKeyKnown = keys.some((key) => isSignedBy(seal, key));
  if (!isKeyKnown && keys.length > 0) throw new ProofRefused('The seal is not by the given key.');
  for (const one of inner) checkInner(one, proof.roots.get(one.size), head.log);
  for (const { size, root } of anchors) checkAnchor(proof, size, root);
  const uncheckedSeals = inner.filter(({ size }) => !proof.roots.get(size)).length;
  const { shown } = proof;
  return { logId: head.log, size: head.size, shown, hidden: head.size - shown, uncheckedSeals, keyId: seal.keyId, isKeyKnown };
};

const headOf = (text: string): ProofHead => {
  const head = readLine('head', text);
  return head?.format === proofFormat ? head : refuse(1, `not the head of a file of the format ${proofFormat}`);
};

const checkInner = ({ logId, size, root }: SignedNote, found: Buffer | null | undefined, log: string): void => {
  if (logId !== log) throw new ProofRefused(`The seal over ${size} events is of another log.`);
  requireRoot(found, root, `The first ${size} events are not those that were sealed then: the root differs.`);
};

const checkAnchor = (proof: ProofTree, size: number, root: Buffer): void => {
  const found = proof.roots.get(size);
  if (!found) throw new ProofRefused(`The file has no border at event ${size}, so that it can’t be compared with the anchor.`);
  requireRoot(found, root, `The first ${size} events are not those of the anchor.`);
};
