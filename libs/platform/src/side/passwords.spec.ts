import { parseOptions } from '@node-rs/argon2';
import { hashOfNobody, hashPassword, verifyPassword, verifyUnknown } from './passwords.js';

describe('passwords', () => {
  it('are hashed by argon2id with 19 MiB, two passes, one lane', async () => {
    const hashed = await hashPassword('correct horse');
    expect(hashed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(hashed).not.toBe(await hashPassword('correct horse'));
  });

  it('are known again, and no others', async () => {
    const hashed = await hashPassword('correct horse');
    expect(await verifyPassword(hashed, 'correct horse')).toBe(true);
    expect(await verifyPassword(hashed, 'Correct horse')).toBe(false);
  });

  it('are the same however a keyboard composes their letters', async () => {
    expect(await verifyPassword(await hashPassword('Zoë'), 'Zoe\u0308')).toBe(true);
  });

  it('take the same work when the account is unknown', async () => {
    expect(await verifyUnknown('correct horse')).toBe(false);
    expect(parseOptions(hashOfNobody)).toEqual(parseOptions(await hashPassword('correct horse')));
  });
});
