import { EventEmitter } from 'node:events';
import { Worker } from 'node:worker_threads';
import { onThreadEnd } from './thread-end.js';

const said = "require('node:worker_threads').parentPort.postMessage('said');";
const heardOf = (program: string): Promise<unknown[]> =>
  new Promise((resolve) => {
    const worker = new Worker(program, { eval: true });
    const heard: unknown[] = [];
    worker.on('message', (message) => heard.push(message));
    onThreadEnd(worker, (error) => resolve([...heard, error?.message]));
  });

describe('the end of a thread', () => {
  it('comes after everything it has said', async () => {
    expect(await heardOf(`${said} throw new TypeError('x is not iterable');`)).toEqual(['said', 'x is not iterable']);
    expect(await heardOf(said)).toEqual(['said', undefined]);
  });

  it('is not its error, which may arrive before its last message', () => {
    const [worker, ends] = [new EventEmitter(), jest.fn()];
    onThreadEnd(worker as Worker, ends);
    worker.emit('error', new Error('thrown'));
    expect(ends).not.toHaveBeenCalled();
    worker.emit('exit', 1);
    expect(ends).toHaveBeenCalledWith(new Error('thrown'));
  });
});
