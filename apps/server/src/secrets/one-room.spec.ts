import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

const room = join('apps', 'server', 'src');

describe('what derives from the vault’s keys', () => {
  it('is made in this room alone, so that two purposes never share a name unseen', () => {
    const files = readdirSync(room, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'),
    );
    const filesElsewhere = files.filter(
      (file) => !file.startsWith(`secrets${sep}`) && readFileSync(join(room, file), 'utf8').includes('.mac('),
    );
    expect(files).toContain(join('secrets', 'purpose-macs.ts'));
    expect(filesElsewhere).toEqual([]);
  });
});

describe('what nobody may guess', () => {
  it('is drawn in this room alone', () => {
    const files = readdirSync(room, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && !file.endsWith('.spec.ts') && !file.startsWith(`secrets${sep}`),
    );
    const drawing = files.filter((file) => /\brandom(?:Bytes|Int)\(/.test(readFileSync(join(room, file), 'utf8')));
    expect(drawing).toEqual([]);
  });
});
