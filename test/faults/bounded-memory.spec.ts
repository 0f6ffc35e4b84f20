import { readFileSync } from 'node:fs';
import { Tocsin } from '@tocsin/testing/stage/tocsin.js';
import { sayNotRun } from '@tocsin/testing/machine/not-run.js';
import { holderOf } from './processes.js';

const isLinux = process.platform === 'linux';
if (!isLinux) sayNotRun('how the process bounds its memory: only Linux shows it');

(isLinux ? it : it.skip)('a server bounds its memory and stores compiled code, however it is started, as the same process', async () => {
  // also when its allocator was set by the operator, which stays
  const env = { MALLOC_ARENA_MAX: '3', NODE_COMPILE_CACHE: '' };
  const tocsin = await Tocsin.start({ profile: 'embedded', isOwnProcess: true, env });
  try {
    const pid = holderOf(tocsin.data);
    const read = (name: string): readonly string[] => readFileSync(`/proc/${pid}/${name}`, 'utf8').split('\0');
    expect(read('cmdline')).toEqual(expect.arrayContaining(['--max-semi-space-size=8', '--heap-growing-percent=50', '--expose-gc']));
    expect(read('environ')).toEqual(
      expect.arrayContaining([
        'MALLOC_ARENA_MAX=3',
        'MALLOC_MMAP_THRESHOLD_=1048576',
        expect.stringMatching(/^NODE_COMPILE_CACHE=.*\.cache\/compiled$/),
      ]),
    );
  } finally {
    await tocsin.stop();
  }
});
