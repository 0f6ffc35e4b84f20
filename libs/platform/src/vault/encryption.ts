import { createCipheriv, createDecipheriv, createSecretKey, randomFillSync, type KeyObject } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;
const tagLength = { authTagLength: tagBytes };

// checking and copying a key costs more than encrypting a small field: each is converted to a key object once
const keyObjects = new WeakMap<Buffer, KeyObject>();
const objectOf = (key: Buffer): KeyObject => {
  let object = keyObjects.get(key);
  if (!object) {
    object = createSecretKey(key);
    keyObjects.set(key, object);
  }
  return object;
};

// random bytes are drawn in bulk: one call for a thousand fields
const pool = Buffer.alloc(ivBytes * 1_024);
let usedBytes = pool.length;
const createIv = (): Buffer => {
  if (usedBytes === pool.length) {
    randomFillSync(pool);
    usedBytes = 0;
  }
  usedBytes += ivBytes;
  return pool.subarray(usedBytes - ivBytes, usedBytes);
};

/** AES-256-GCM: `iv | tag | ciphertext`. It opens only with the same key and the same `bound` text: the name of the place where it is stored. */
export const seal = (key: Buffer, bound: string, plain: Buffer | string): Buffer => {
  const iv = createIv();
  const cipher = createCipheriv(algorithm, objectOf(key), iv, tagLength).setAAD(Buffer.from(bound));
  const body = typeof plain === 'string' ? cipher.update(plain, 'utf8') : cipher.update(plain);
  const end = cipher.final();
  return Buffer.concat([iv, cipher.getAuthTag(), body, end]);
};

/** Throws when the key or the place is different, or a byte was changed. */
export const unseal = (key: Buffer, bound: string, cipherText: Buffer): Buffer => {
  const decipher = createDecipheriv(algorithm, objectOf(key), cipherText.subarray(0, ivBytes), tagLength)
    .setAAD(Buffer.from(bound))
    .setAuthTag(cipherText.subarray(ivBytes, ivBytes + tagBytes));
  const body = decipher.update(cipherText.subarray(ivBytes + tagBytes));
  const end = decipher.final();
  return end.length === 0 ? body : Buffer.concat([body, end]);
};
