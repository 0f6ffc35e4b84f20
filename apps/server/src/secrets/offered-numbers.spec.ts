import { MemoryVault } from '@tocsin/platform/vault/memory-vault.js';
import { offeredNumber, phoneOfferId, sealNumber } from './offered-numbers.js';

const [bo, number, ref] = ['0190-b0', '+41791234542', 'phone-offer:1'];

describe('an offered phone number in the vault', () => {
  it('is read with its person’s key, and by nobody once they are erased', () => {
    const vault = new MemoryVault();
    vault.putSecret(ref, sealNumber(vault, bo, ref, number)!);
    expect(vault.secret(ref)).not.toContain(number);
    expect(offeredNumber(vault, bo, ref)).toBe(number);
    vault.destroy(`person:${bo}`);
    expect(offeredNumber(vault, bo, ref)).toBeNull();
    expect(sealNumber(vault, bo, ref, number)).toBeNull();
  });

  it('is gone once it was deleted', () => {
    const vault = new MemoryVault();
    vault.putSecret(ref, sealNumber(vault, bo, ref, number)!);
    vault.dropSecret(ref);
    expect(offeredNumber(vault, bo, ref)).toBeNull();
  });

  it('has one id of its person and kind, and another for others', () => {
    const vault = new MemoryVault();
    const ids = [
      phoneOfferId(vault, bo, 'sms', number),
      phoneOfferId(vault, bo, 'voice', number),
      phoneOfferId(vault, 'cy', 'sms', number),
      phoneOfferId(new MemoryVault(), bo, 'sms', number),
    ];
    expect(phoneOfferId(vault, bo, 'sms', number)).toBe(ids[0]);
    expect(new Set(ids).size).toBe(4);
  });
});
