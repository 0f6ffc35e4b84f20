import { newChallenge, createSecret, newSeed, newTypedCode, newTypedPassword, plainCode } from './random-secrets.js';

describe('random secrets', () => {
  it('are never the same twice, and as long as they are said to be', () => {
    expect(createSecret()).not.toBe(createSecret());
    expect(Buffer.from(createSecret(), 'base64url')).toHaveLength(32);
    expect(Buffer.from(newChallenge(), 'base64url')).toHaveLength(24);
    expect(newSeed().byteLength).toBe(20);
  });

  it('that people type are in groups, without what looks alike, and compare as they are typed', () => {
    for (let n = 0; n < 50; n += 1) {
      expect(newTypedCode()).toMatch(/^(?:[a-hjkmnp-z2-9]{4}-){2}[a-hjkmnp-z2-9]{4}$/);
      expect(newTypedPassword()).toMatch(/^(?:[a-hjkmnp-z]{5}-){2}[a-hjkmnp-z]{5}$/);
    }
    expect(plainCode(' 7KFP x2qm-ad9s')).toBe('7kfpx2qmad9s');
  });
});
