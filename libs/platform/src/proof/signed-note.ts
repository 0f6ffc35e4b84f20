import { createPrivateKey, createPublicKey, hash, sign, verify, type KeyObject } from 'node:crypto';

/** What a seal says: the root of the first `size` events of a log. */
export interface SealedTree {
  readonly logId: string;
  readonly size: number;
  readonly root: Buffer;
}

/** A signed note of C2SP (tlog-checkpoint), taken apart; its signature is not verified yet. */
export interface SignedNote extends SealedTree {
  /** The bytes that are signed. */
  readonly text: string;
  /** 8 hexadecimal digits. */
  readonly keyId: string;
  readonly signature: Buffer;
}

const derStart = {
  private: Buffer.from('302e020100300506032b657004220420', 'hex'),
  public: Buffer.from('302a300506032b6570032100', 'hex'),
};
/** The order of the group of Ed25519: a signature has one spelling only. */
const order = 2n ** 252n + 27742317777372353535851937790883648493n;

const originOf = (logId: string): string => `tocsin/${logId}`;
const privateKeyOf = (seed: Buffer): KeyObject =>
  createPrivateKey({ key: Buffer.concat([derStart.private, seed]), format: 'der', type: 'pkcs8' });

/** The public key, 64 hexadecimal digits, of a seed of 32 bytes. */
export const publicKeyOf = (seed: Buffer): string =>
  createPublicKey(privateKeyOf(seed)).export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex');

/** 8 hexadecimal digits. */
export const keyIdOf = (logId: string, publicKey: string): string =>
  hash('sha256', Buffer.concat([Buffer.from(`${originOf(logId)}\n`), Buffer.of(1), Buffer.from(publicKey, 'hex')])).slice(0, 8);

/** The seal of a tree, signed by the key of this seed. */
export const signNote = ({ logId, size, root }: SealedTree, seed: Buffer): string => {
  const text = `${originOf(logId)}\n${size}\n${root.toString('base64')}\n`;
  const keyId = Buffer.from(keyIdOf(logId, publicKeyOf(seed)), 'hex');
  const signature = sign(null, Buffer.from(text), privateKeyOf(seed));
  return `${text}\n— ${originOf(logId)} ${Buffer.concat([keyId, signature]).toString('base64')}\n`;
};

/** Null when it isn’t what encoding its bytes gives, or of another length. */
const bytesOf = (base64: string, length: number): Buffer | null => {
  const bytes = Buffer.from(base64, 'base64');
  return bytes.length === length && bytes.toString('base64') === base64 ? bytes : null;
};

const form = /^(tocsin\/([0-9a-f-]{36})\n([1-9][0-9]{0,15})\n([A-Za-z0-9+/=]{44})\n)\n— tocsin\/([0-9a-f-]{36}) ([A-Za-z0-9+/=]{92})\n$/;

/** Null for anything but a seal of a Tocsin log, in the one spelling that it has. */
export const readNote = (note: string): SignedNote | null => {
  const [, text, logId, size, root64, signer, signature64] = form.exec(note) ?? [];
  if (text === undefined || logId !== signer) return null;
  const [root, signed] = [bytesOf(root64!, 32), bytesOf(signature64!, 68)];
  if (!root || !signed) return null;
  return { text, logId: logId!, size: Number(size), root, keyId: signed.toString('hex', 0, 4), signature: signed.subarray(4) };
};

/** Whether the key, 64 hexadecimal digits, signed this note. */
export const isSignedBy = ({ text, logId, keyId, signature }: SignedNote, publicKey: string): boolean => {
  const scalar = [...signature.subarray(32)].reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n);
  if (keyId !== keyIdOf(logId, publicKey) || scalar >= order) return false;
  const key = createPublicKey({ key: Buffer.concat([derStart.public, Buffer.from(publicKey, 'hex')]), format: 'der', type: 'spki' });
  return verify(null, Buffer.from(text), key, signature);
};
