import { EventEmitter } from 'node:events';
import { Worker } from 'node:worker_threads';
import { onThreadEnd } from './thread-end.js';

const postCode = "require('node:worker_threads').parentPort.postMessage('said');";
const heardOf = (program: string): Promise<unknown[]> =>
  new Promise((resolve) => {
    const worker = new Worker(program, { eval: true });
    const reportedEnds: unknown[] = [];
    worker.on('message', (message) => reportedEnds.push(message));
    onThreadEnd(worker, (error) => resolve([...reportedEnds, error?.message]));
  });

describe('the end of a thread', () => {
  it('comes after everything it has said', async () => {
    expect(await heardOf(`${postCode} throw new TypeError('x is not iterable');`)).toEqual(['said', 'x is not iterable']);
    expect(await heardOf(postCode)).toEqual(['said', undefined]);
  });

  it('is not its error, which may arrive before its last message', () => {
    const [worker, onEnd] = [new EventEmitter(), jest.fn()];
    onThreadEnd(worker as Worker, onEnd);
    worker.emit('error', new Error('thrown'));
    expect(onEnd).not.toHaveBeenCalled();
    worker.emit('exit', 1);
    expect(onEnd).toHaveBeenCalledWith(new Error('thrown'));
  });
});
