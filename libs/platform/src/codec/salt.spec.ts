import { createSalt } from './salt.js';

describe('salts', () => {
  it('are 16 bytes each, and never the same twice, however many are drawn', () => {
    const salts = Array.from({ length: 1_000 }, createSalt);
    expect(new Set(salts).size).toBe(1_000);
    expect(salts.every((salt) => Buffer.from(salt, 'base64url').length === 16)).toBe(true);
  });
});
