import { parseOptions } from '@node-rs/argon2';
import { checkPassword, hashOfNobody, hashPassword } from './passwords.js';

describe('passwords', () => {
  it('are hashed by argon2id with 19 MiB, two passes, one lane', async () => {
    const hashed = await hashPassword('correct horse');
    expect(hashed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(hashed).not.toBe(await hashPassword('correct horse'));
  });

  it('take the least work under a manual clock, which no installation has, and are known again', async () => {
    const hashed = await hashPassword('correct horse', 'manual');
    expect(hashed).toMatch(/\$m=8,t=1,p=1\$/);
    expect([await checkPassword(hashed, 'correct horse'), await checkPassword(hashed, 'Correct horse')]).toEqual([true, false]);
  });

  it('are known again, and no others', async () => {
    const hashed = await hashPassword('correct horse');
    expect(await checkPassword(hashed, 'correct horse')).toBe(true);
    expect(await checkPassword(hashed, 'Correct horse')).toBe(false);
  });

  it('are the same however a keyboard composes their letters', async () => {
    expect(await checkPassword(await hashPassword('Zoë'), 'Zoe\u0308')).toBe(true);
  });

  it('take the same work when the account is unknown', async () => {
    expect(await checkPassword(null, 'correct horse')).toBe(false);
    expect(parseOptions(hashOfNobody)).toEqual(parseOptions(await hashPassword('correct horse')));
  });

  it('are hashed exactly once for each answer, whether the account is known or not, and a dummy opens nothing', async () => {
    const hashed: string[] = [];
    const always = async (against: string): Promise<boolean> => hashed.push(against) > 0;
    expect(await checkPassword('known', 'x', always)).toBe(true);
    expect(await checkPassword(null, 'x', always)).toBe(false);
    expect(hashed).toEqual(['known', hashOfNobody]);
  });
});
