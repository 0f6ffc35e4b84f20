import type { ConnectionRow } from '@tocsin/contracts/connections/noun.js';
import { secretsOfConnections } from './without-secrets.js';

describe('the secrets of connections', () => {
  it('are read from the vault once, and again once they are others', () => {
    const rows = [{ secretRef: 'connection:1' } as ConnectionRow];
    const asked: string[] = [];
    const vault = {
      secret: (ref: string) => {
        asked.push(ref);
        return ref === 'connection:2' && asked.length === 2 ? null : JSON.stringify({ token: `token of ${ref}` });
      },
    };
    const known = secretsOfConnections({ connections: { all: () => rows.values() }, vault });
    expect([known(), known()]).toEqual([['token of connection:1'], ['token of connection:1']]);
    rows[0] = { secretRef: 'connection:2' } as ConnectionRow;
    expect([known(), known(), known()]).toEqual([[], ['token of connection:2'], ['token of connection:2']]);
    expect(asked).toEqual(['connection:1', 'connection:2', 'connection:2']);
  });
});
