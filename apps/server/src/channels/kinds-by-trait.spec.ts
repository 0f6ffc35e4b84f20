import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { contactKinds } from '@tocsin/contracts/contacts/kinds.js';

const room = join('apps', 'server', 'src');

describe('a kind of contact method', () => {
  it('is compared with a name nowhere in the server, but where it is delivered: the rest asks for a trait', () => {
    const files = readdirSync(room, { recursive: true, encoding: 'utf8' }).filter(
      (file) =>
        file.endsWith('.ts') &&
        !file.endsWith('.spec.ts') &&
        !file.startsWith(`channels${sep}`) &&
        !file.startsWith(join('chats', 'slack')) &&
        !file.startsWith(join('chats', 'telegram')),
    );
    const byName = new RegExp(`\\bkind\\)? [!=]== '(?:${contactKinds.join('|')})'`);
    expect(files.filter((file) => byName.test(readFileSync(join(room, file), 'utf8')))).toEqual([]);
  });
});
