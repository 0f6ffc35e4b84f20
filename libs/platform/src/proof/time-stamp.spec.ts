// unit: full, openssl starts a dozen times; sealer.spec.ts has one token in the short run
import { readFileSync } from 'node:fs';
import { TimeStampAuthority } from '@tocsin/testing/fakes/time-stamp-authority.js';
import { certificatesIn, readTimeStamp, timeStampRequest } from './time-stamp.js';

const note = 'tocsin/0193a5b0\n42\nroot\n\n— tocsin/0193a5b0 signature\n';
const nonce = Buffer.from('00ff8899aabbccdd', 'hex');

let authority: TimeStampAuthority;
let other: TimeStampAuthority;
beforeAll(async () => {
  [authority, other] = await Promise.all([TimeStampAuthority.start(), TimeStampAuthority.start()]);
});
afterAll(async () => {
  for (const one of [authority, other]) await one.close();
});
const trusted = (one = authority) => certificatesIn(readFileSync(one.certificateFile, 'utf8'));

describe('a time stamp of RFC 3161', () => {
  it('is verified here as openssl does, and openssl verifies what is kept of it', async () => {
    const answer = authority.answer(timeStampRequest(note, nonce));
    const { at, token } = await readTimeStamp(answer, note, nonce, trusted());
    expect(at).toMatch(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/);
    expect(authority.verify(note, token)).toContain('Verification: OK');
    expect(() => authority.verify(`${note} `, token)).toThrow();
  });

  it.each([
    ['of another text', (answer: Buffer) => readTimeStamp(answer, `${note} `, nonce, trusted()), 'it stamped something else'],
    ['to another request', (answer: Buffer) => readTimeStamp(answer, note, Buffer.alloc(8, 1), trusted()), 'it answered another request'],
    [
      'by an authority that is not trusted',
      (answer: Buffer) => readTimeStamp(answer, note, nonce, trusted(other)),
      /signature is not by|verified/,
    ],
    ['that is none', () => readTimeStamp(Buffer.from('<html>'), note, nonce, trusted()), 'it is no answer of RFC 3161'],
    ['that is too large', () => readTimeStamp(Buffer.alloc(100_000, 0x30), note, nonce, trusted()), 'it is no answer of RFC 3161'],
    ['with something behind it', (answer: Buffer) => readTimeStamp(Buffer.concat([answer, answer]), note, nonce, trusted()), 'no answer'],
  ])('%s is refused', async (_, read, says) => {
    await expect(read(authority.answer(timeStampRequest(note, nonce)))).rejects.toThrow(says);
  });

  it('with any byte flipped is refused, or proves the same', async () => {
    const answer = authority.answer(timeStampRequest(note, nonce));
    const whole = await readTimeStamp(answer, note, nonce, trusted());
    let refused = 0;
    for (let at = 0; at < answer.length; at += 97) {
      const flipped = Buffer.from(answer);
      flipped[at] = flipped[at]! ^ 0x04;
      const stamp = await readTimeStamp(flipped, note, nonce, trusted()).catch(() => null);
      if (stamp === null) refused += 1;
      else expect(stamp.at).toBe(whole.at);
    }
    expect(refused).toBeGreaterThan(5);
  });

  it('that was refused by the authority is no time stamp', async () => {
    const request = timeStampRequest(note, nonce);
    // a hash that the authority does not know
    request[request.indexOf(Buffer.from('608648016503040201', 'hex')) + 8] = 0x09;
    await expect(readTimeStamp(authority.answer(request), note, nonce, trusted())).rejects.toThrow('it refused');
  });

  it('needs certificates', () => expect(() => certificatesIn('none')).toThrow('no certificate in PEM'));
});
