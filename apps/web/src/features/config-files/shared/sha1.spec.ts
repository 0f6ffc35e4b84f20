import { createHash } from 'node:crypto';
import { sha1 } from './sha1.js';

it.each([0, 1, 3, 54, 55, 56, 63, 64, 65, 119, 120, 200])('is SHA-1 of %i bytes', (length) => {
  const bytes = Array.from({ length }, (_, n) => (n * 7) % 256);
  expect(sha1(bytes)).toEqual([...createHash('sha1').update(Uint8Array.from(bytes)).digest()]);
});
