import { MemoryVault } from '@tocsin/platform/vault/memory-vault.js';
import { HttpProblem } from '../problems/problem.js';
import { NewSecrets } from './new-secrets.js';

describe('secrets that lie in the vault before the fact that names them', () => {
  const put = () => {
    const vault = new MemoryVault();
    vault.putSecret('earlier', 'kept');
    const secrets = new NewSecrets(vault);
    secrets.put('new', 'a');
    secrets.put('earlier', 'another');
    return { vault, secrets };
  };
  const refused = () => Promise.reject(new HttpProblem('team.name_taken'));
  const unknown = () => Promise.reject(new HttpProblem('store.unavailable', {}, undefined, 5));

  it('are let go when the command is refused, but for what an earlier try put there', async () => {
    const { vault, secrets } = put();
    await expect(secrets.orDiscard(refused)).rejects.toThrow(HttpProblem);
    expect([vault.secret('new'), vault.secret('earlier')]).toEqual([null, 'kept']);
  });

  it('stay when it was accepted, and when nobody knows whether it was', async () => {
    const { vault, secrets } = put();
    await secrets.orDiscard(() => Promise.resolve());
    await expect(secrets.orDiscard(unknown)).rejects.toThrow(HttpProblem);
    expect(vault.secret('new')).toBe('a');
  });
});
