import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const room = join('apps', 'server', 'src');

it('who may do what is refused is said by the table of permissions, never by hand', () => {
  const files = readdirSync(room, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'),
  );
  expect(files.filter((file) => /permission\.denied', \{\s*who: ['"`]/.test(readFileSync(join(room, file), 'utf8')))).toEqual([]);
});
