import type { ConnectionRow } from '@tocsin/contracts/connections/noun.js';
import { secretsOfConnections, withoutSecrets } from './without-secrets.js';

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

describe('a text that quotes a secret', () => {
  const secret = 'pa!s "wörd" & (more)';
  const quotations: readonly (readonly [string, string])[] = [
    ['as it is', secret],
    ['in an address', encodeURIComponent(secret)],
    ['in a form', new URLSearchParams({ password: secret }).toString()],
    ['in JSON', JSON.stringify({ secret })],
    ...['', 'A', 'AC', 'AC0', 'AC01'].map(
      (user) => [`behind ${user.length} letters and a colon in base64`, Buffer.from(`${user}:${secret}`).toString('base64')] as const,
    ),
  ];
  it.each(quotations)('is shown without it: %s', (_where, quoted) => {
    const shown = withoutSecrets(`It said ${quoted}, and no more.`, [secret]);
    expect(shown).toMatch(/^It said .*\(secret\).*, and no more\.$/);
    for (const base64 of shown.match(/[\w+/=]{4,}/g) ?? []) expect(Buffer.from(base64, 'base64').toString()).not.toContain('wörd');
    expect(shown).not.toMatch(/w(?:ö|%C3%B6)rd/);
  });
});
