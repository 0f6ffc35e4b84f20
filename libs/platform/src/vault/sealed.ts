import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;
const tagLength = { authTagLength: tagBytes };

/** AES-256-GCM: `iv | tag | ciphertext`. It opens only with the same key and the same `bound` text: the name of the place it is kept at. */
export const seal = (key: Buffer, bound: string, plain: Buffer | string): Buffer => {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, key, iv, tagLength).setAAD(Buffer.from(bound));
  const body = typeof plain === 'string' ? cipher.update(plain, 'utf8') : cipher.update(plain);
  const end = cipher.final();
  return Buffer.concat([iv, cipher.getAuthTag(), body, end]);
};

/** Throws when the key is another one, the place is another one, or a byte was changed. */
export const unseal = (key: Buffer, bound: string, sealed: Buffer): Buffer => {
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, ivBytes), tagLength)
    .setAAD(Buffer.from(bound))
    .setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
  const body = decipher.update(sealed.subarray(ivBytes + tagBytes));
  const end = decipher.final();
  return end.length === 0 ? body : Buffer.concat([body, end]);
};
