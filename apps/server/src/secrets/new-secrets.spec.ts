import { MemoryVault } from '@tocsin/platform/vault/memory-vault.js';
import { HttpProblem } from '../problems/problem.js';
import { NewSecrets } from './new-secrets.js';

describe('secrets that lie in the vault before the fact that names them', () => {
  const storeSecret = () => {
    const vault = new MemoryVault();
    vault.putSecret('earlier', 'kept');
    const secrets = new NewSecrets(vault);
    secrets.put('new', 'a');
    secrets.put('earlier', 'another');
    return { vault, secrets };
  };
  const refuse = () => Promise.reject(new HttpProblem('team.name_taken'));
  const failUnknown = () => Promise.reject(new HttpProblem('store.unavailable', {}, undefined, 5));

  it('are let go when the command is refused, but for what an earlier try put there', async () => {
    const { vault, secrets } = storeSecret();
    await expect(secrets.sendOrDiscard(refuse)).rejects.toThrow(HttpProblem);
    expect([vault.secret('new'), vault.secret('earlier')]).toEqual([null, 'kept']);
  });

  it('stay when it was accepted, and when nobody knows whether it was', async () => {
    const { vault, secrets } = storeSecret();
    await secrets.sendOrDiscard(() => Promise.resolve());
    await expect(secrets.sendOrDiscard(failUnknown)).rejects.toThrow(HttpProblem);
    expect(vault.secret('new')).toBe('a');
  });
});
