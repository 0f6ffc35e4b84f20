import { once } from 'node:events';
import { MessageChannel, Worker } from 'node:worker_threads';
import { AskedThread, answerQuestions, ThreadFailed } from './asked-thread.js';

/** A worker that answers by this program, in which `message` is what it was sent. */
const threadOf = (program: string, onOther?: (message: unknown) => void): AskedThread<string> =>
  new AskedThread(
    new Worker(`const { parentPort } = require('node:worker_threads'); parentPort.on('message', (message) => { ${program} });`, {
      eval: true,
    }),
    onOther,
  );

describe('a thread that is asked', () => {
  it('answers several questions at a time, in any order', async () => {
    const thread = threadOf(`
      globalThis.kept ??= message;
      if (message !== kept) for (const { n, question } of [message, kept]) parentPort.postMessage({ n, answer: question + '!' });
    `);
    expect(await Promise.all([thread.ask('a'), thread.ask('b')])).toEqual(['a!', 'b!']);
    expect(thread.isIdle).toBe(true);
    await thread.end();
  });

  it('rejects every question when it ends, and those after it', async () => {
    const thread = threadOf(`throw new TypeError('no');`);
    const asked = [thread.ask('a'), thread.ask('b')];
    for (const one of asked) await expect(one).rejects.toThrow('no');
    await expect(thread.ask('c')).rejects.toThrow('no');
  });

  it('says other things, and is told other things', async () => {
    const said: unknown[] = [];
    const thread = threadOf(
      `
      if (message.n === undefined) parentPort.postMessage({ n: 1, answer: message.page });
      else parentPort.postMessage({ wants: 'page' });
    `,
      (message) => {
        said.push(message);
        thread.tell({ page: 7 });
      },
    );
    expect(await thread.ask('a')).toBe(7);
    expect(said).toEqual([{ wants: 'page' }]);
    await thread.end();
  });
});

describe('the thread itself', () => {
  it('sends what it answers, or the name and code of what it threw', async () => {
    const { port1, port2 } = new MessageChannel();
    answerQuestions(port2, (question: string) => {
      if (question === 'bad') throw Object.assign(new RangeError('too far'), { code: 'FAR' });
      return question.length;
    });
    const answers: unknown[] = [];
    for (const [n, question] of ['good', 'bad'].entries()) {
      port1.postMessage({ n, question });
      answers.push(...((await once(port1, 'message')) as unknown[]));
    }
    expect(answers).toEqual([
      { n: 0, answer: 4 },
      { n: 1, failed: { name: 'RangeError', message: 'too far', code: 'FAR' } },
    ]);
    expect(new ThreadFailed('RangeError', 'too far', 'FAR')).toMatchObject({ of: 'RangeError', code: 'FAR' });
    port1.close();
  });
});
