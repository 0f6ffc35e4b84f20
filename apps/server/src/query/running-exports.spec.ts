import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { limits } from '@tocsin/contracts/limits.js';
import { HttpProblem } from '../problems/problem.js';
import { RunningExports } from './running-exports.js';

async function* pages(count: number, read: number[] = []) {
  for (let n = 1; n <= count; n += 1) {
    read.push(n);
    yield `${n};`.padEnd(50_000, '.');
  }
}

describe('exports under way', () => {
  it('are produced as they are read, and stop when the client disconnects', async () => {
    const read: number[] = [];
    const stream = new RunningExports().begin('ana', () => pages(1_000, read));
    stream.on('error', () => {});
    await once(stream, 'readable');
    stream.destroy();
    await once(stream, 'close');
    const readCount = read.length;
    expect(readCount).toBeLessThan(10);
    await new Promise(setImmediate);
    expect(read).toHaveLength(readCount);
  });

  it('are so many for one caller, and each that ended makes room', async () => {
    const exports = new RunningExports();
    const streams = Array.from({ length: limits.export.ofCaller }, () => exports.begin('ana', () => pages(2)));
    expect(() => exports.begin('ana', () => pages(1))).toThrow(HttpProblem);
    expect((await text(exports.begin('bo', () => pages(3)))).length).toBe(150_000);
    for (const stream of streams) await Promise.all([once(stream, 'close'), text(stream)]);
    expect((await text(exports.begin('ana', () => pages(1)))).length).toBe(50_000);
  });

  it('that nobody takes from are ended', async () => {
    const stream = new RunningExports(1).begin('ana', () => pages(1_000));
    stream.read(0);
    const [error] = (await once(stream, 'error')) as [Error];
    expect(error.message).toBe('the download stalled');
  });
});
