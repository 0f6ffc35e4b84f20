import { Worker } from 'node:worker_threads';
import { limits } from '@tocsin/contracts/limits.js';
import { systemMonotonicClock } from '@tocsin/platform/clock/monotonic-clock.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import type { ServerParts } from '../../core/server-parts.js';
import type { ViewReader } from '../view-reader.js';
import { ComputationThread } from './computation-thread.js';
import { Computations } from './computations.js';
import type { JobTask } from './thread-messages.js';

type Listener = (view: string, id: string, row: unknown) => void;

/** Rows of memory that a test changes, as the log does. */
class Memory {
  readonly schedules = new Map<string, unknown>([['s', 'first']]);
  private readonly listeners: Listener[] = [];
  readonly parts = partOf<ServerParts>({
    clock: { now: () => '2026-11-27T10:00:00.000Z' },
    memory: {
      rows: (view: string) => (view === 'schedules' ? this.schedules : new Map()),
      onChange: (listener: Listener) => void this.listeners.push(listener),
    },
  });
  put(id: string, row: unknown): void {
    if (row === null) this.schedules.delete(id);
    else this.schedules.set(id, row);
    for (const listener of this.listeners) listener('schedules', id, row);
  }
}

/** A thread that answers with its number and with what it was given; `program` may do otherwise. */
class ThreadOf extends ComputationThread {
  static started = 0;
  static program = '';
  protected override startWorker(): Worker {
    ThreadOf.started += 1;
    const workerCode = `const { parentPort } = require('node:worker_threads');
      const rows = new Map();
      const say = (text) => parentPort.postMessage({ kind: 'done', bytes: new TextEncoder().encode(text), hash: '', work: 1 });
      parentPort.on('message', (m) => {
        if (m.kind === 'rows') for (const [id, row] of m.rows) row === null ? rows.delete(id) : rows.set(id, row);
        if (m.kind !== 'job') return;
        ${ThreadOf.program}
        say(${ThreadOf.started} + ' ' + JSON.stringify([...rows]));
      });`;
    return new Worker(workerCode, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 32 } });
  }
}
class ComputationsOf extends Computations {
  readonly reader = partOf<ViewReader>({});
  constructor(private readonly memory: Memory) {
    super(memory.parts, partOf<ViewReader>({}));
  }
  protected override createThread(): ComputationThread {
    return new ThreadOf({ memory: this.memory.parts.memory, viewReader: this.reader });
  }
}

const task: JobTask = { job: 'quality', input: { scheduleId: 's' } };
const text = ({ bytes }: { readonly bytes: Uint8Array }): string => new TextDecoder().decode(bytes);

describe('what readers ask', () => {
  let memory: Memory;
  let computations: ComputationsOf;
  beforeEach(() => {
    ThreadOf.started = 0;
    ThreadOf.program = '';
    memory = new Memory();
    computations = new ComputationsOf(memory);
  });
  afterEach(() => computations.onModuleDestroy());

  it('is computed by a thread that is started on demand, with the rows as they are when it is their turn', async () => {
    expect(ThreadOf.started).toBe(0);
    expect(text(await computations.compute('ana', task))).toBe('1 [["s","first"]]');
    memory.put('s', 'second');
    memory.put('t', 'new');
    expect(text(await computations.compute('bo', task))).toBe('1 [["s","second"],["t","new"]]');
    memory.put('t', null);
    expect(text(await computations.compute('bo', task))).toBe('1 [["s","second"]]');
  });

  it('is computed one after the other for one person, by no more threads than are allowed for all', async () => {
    const of = (person: string) => computations.compute(person, task).then(text);
    const ofAna = await Promise.all([of('ana'), of('ana'), of('ana')]);
    expect(new Set(ofAna).size).toBe(1);
    await Promise.all(['ana', 'bo', 'cy', 'dee', 'ana', 'bo'].map(of));
    expect(ThreadOf.started).toBe(limits.computations.atOnce);
  });

  it('fails alone where a thread runs out of memory or ends: the next is computed by another', async () => {
    ThreadOf.program = 'const all = []; for (;;) all.push(new Array(1000).fill(all.length));';
    await expect(computations.compute('ana', task)).rejects.toMatchObject({ code: 'answer.too_large' });
    ThreadOf.program = 'process.exit(1);';
    await expect(computations.compute('bo', task)).rejects.toThrow(/exit|ended/);
    ThreadOf.program = '';
    expect(text(await computations.compute('cy', task))).toBe('3 [["s","first"]]');
  });

  it('counts a deadline that was reached as work: whoever asks what can’t be computed soon asks nothing', async () => {
    ThreadOf.program = 'for (;;);';
    const thread = computations.startThread();
    const end = await thread.run(task, '2026-11-27T10:00:00.000Z', 1);
    expect(end).toMatchObject({ work: 1, error: { code: 'answer.took_too_long' } });
    expect(thread.isOver).toBe(true);
  });

  it('is refused with a code when a person’s budget is used up, and by none of it when another’s is', async () => {
    const work = limits.computations.perMinute;
    ThreadOf.program = `parentPort.postMessage({ kind: 'done', bytes: new Uint8Array(), hash: '', work: ${work} * 2 }); return;`;
    await computations.compute('ana', task);
    await expect(computations.compute('ana', task)).rejects.toMatchObject({ code: 'limit.work', retryAfter: expect.any(Number) });
    await computations.compute('bo', task);
  });

  it('is refused with a code, to be asked again, when too much of one person waits', async () => {
    ThreadOf.program = 'for (;;);';
    const { ofPerson } = limits.computations;
    // one runs, the others wait
    const waiting = Promise.allSettled(Array.from({ length: ofPerson + 1 }, () => computations.compute('ana', task)));
    await expect(computations.compute('ana', task)).rejects.toMatchObject({ code: 'limit.computations', retryAfter: expect.any(Number) });
    await computations.onModuleDestroy();
    await waiting;
  });

  it('is rejected once the server ends, also what waits at that moment', async () => {
    ThreadOf.program = 'for (;;);';
    const asked = Promise.allSettled([computations.compute('ana', task), computations.compute('ana', task)]);
    await computations.onModuleDestroy();
    expect(await asked).toMatchObject([{ reason: { code: 'store.stopping' } }, { reason: { code: 'store.stopping' } }]);
    await expect(computations.compute('ana', task)).rejects.toMatchObject({ code: 'store.stopping' });
  });

  describe('with rows that the main thread reads', () => {
    const asksForRow = `if (!globalThis.isListening) parentPort.on('message', (m) => {
        if (m.kind === 'found') say('found');
        if (m.kind === 'not_found') parentPort.postMessage({ kind: 'failed', error: new Error('nobody waits'), work: 1 });
      });
      globalThis.isListening = true;
      parentPort.postMessage({ kind: 'question', question: { view: 'alerts', id: 'a' } }); return;`;

    it('counts the time of the reading as work', async () => {
      ThreadOf.program = asksForRow;
      const took = 50;
      const get = async () => {
        const until = systemMonotonicClock.now() + took;
        while (systemMonotonicClock.now() < until);
        return undefined;
      };
      Object.assign(computations.reader, { get });
      const end = await computations.startThread().run(task, '2026-11-27T10:00:00.000Z', null);
      expect(end.work).toBeGreaterThanOrEqual(took + 1);
    });

    it('reads none once whoever asked has gone, running or waiting', async () => {
      ThreadOf.program = asksForRow;
      let reads = 0;
      const closing = new AbortController();
      const get = async () => void (reads += 1);
      Object.assign(computations.reader, { get });
      const asked = Promise.allSettled([1, 2].map(() => computations.compute('ana', task, closing.signal)));
      closing.abort();
      expect(await asked).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
      expect(reads).toBe(0);
    });
  });

  it('is not even gathered where a person’s budget is used up, and may fail', async () => {
    let gathered = 0;
    ThreadOf.program = `parentPort.postMessage({ kind: 'done', bytes: new Uint8Array(), hash: '', work: ${limits.computations.perMinute * 2} }); return;`;
    const gather = async (): Promise<JobTask> => {
      gathered += 1;
      return task;
    };
    await expect(computations.compute('ana', () => Promise.reject(new Error('no log')))).rejects.toThrow('no log');
    await computations.compute('ana', gather);
    await expect(computations.compute('ana', gather)).rejects.toMatchObject({ code: 'limit.work' });
    expect(gathered).toBe(1);
  });
});
