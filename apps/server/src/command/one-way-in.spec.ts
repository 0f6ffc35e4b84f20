import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const room = join('apps', 'server', 'src');

describe('commands', () => {
  it('are run by the handlers of the CommandBus, by the reactor when it begins, by the sealer, which seals a held store, too, and by its anchors, which record under the epoch of the leader, by the end of raw bodies: by nobody else in the server', () => {
    const files = readdirSync(room, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'),
    );
    const running = files.filter((file) => /\brunner\.run\(/.test(readFileSync(join(room, file), 'utf8')));
    expect(running.toSorted()).toEqual([
      join('command', 'handlers.ts'),
      join('core', 'running-reactor.ts'),
      join('erasure', 'raw-bodies.ts'),
      join('operate', 'anchors.ts'),
      join('operate', 'sealer.ts'),
    ]);
  });
});
