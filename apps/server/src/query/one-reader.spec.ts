import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const room = join('apps', 'server', 'src');

describe('rows of views', () => {
  it('are read by the handlers of the QueryBus alone: a part that reads them is handed to nobody else', () => {
    const files = readdirSync(room, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'),
    );
    const naming = files.filter((file) => /\bviewRows\b/.test(readFileSync(join(room, file), 'utf8')));
    // who makes the parts, who names them, and the handlers
    expect(naming.toSorted()).toEqual(['core.ts', join('core', 'server-parts.ts'), join('query', 'queries.ts')]);
  });
});
