import * as fc from 'fast-check';
import { AppendConflict, type Appended, type EventLog, type Expected, type NewEvent } from '@tocsin/platform/event-log/event-log.js';
import { aStream, everything, idsOf, someEvents } from './event-log-samples.js';
import type { Says } from './event-log-says.js';

const runs = process.env['TOCSIN_DEEP'] === '1' ? 400 : 40;

interface Planned {
  readonly stream: number;
  readonly expected: 'right' | 'none' | 'any' | 'behind' | 'ahead' | 'repeat';
  readonly count: number;
}

/** Rounds of appends; those of one round go to different streams and run concurrently. */
const rounds = fc.array(
  fc.uniqueArray(
    fc.record<Planned>({
      stream: fc.nat(3),
      expected: fc.constantFrom('right', 'right', 'none', 'any', 'behind', 'ahead', 'repeat'),
      count: fc.integer({ min: 1, max: 3 }),
    }),
    { selector: ({ stream }) => stream, minLength: 1, maxLength: 4 },
  ),
  { maxLength: 12 },
);

interface Done {
  readonly before: number;
  readonly events: readonly NewEvent[];
  readonly appended: Appended;
}

/** A model of a stream: a list. */
class ModelStream {
  readonly name = aStream();
  readonly ids: string[] = [];
  private readonly done: Done[] = [];

  /** Runs one append on the log, and describes every difference from the model. */
  async check(log: EventLog, { expected, count }: Planned): Promise<readonly string[]> {
    const last = this.done.at(-1);
    if (expected === 'repeat' && last) return this.checkRepeat(log, this.done[count % this.done.length] ?? last);
    const actual = this.ids.length - 1;
    const events = someEvents(count);
    const expectedRevision = askedOf(expected, actual);
    const outcome = await log.append(this.name, expectedRevision, events).catch((error: unknown) => error);
    const fits = expectedRevision === 'any' || (expectedRevision === 'none' ? -1 : expectedRevision) === actual;
    if (fits) return this.took(actual, events, outcome as Appended);
    if (outcome instanceof AppendConflict && outcome.actual === actual) return [];
    return [`expected ${expectedRevision} at ${actual}: not refused so, but ${String(outcome)}`];
  }

  private took(before: number, events: readonly NewEvent[], appended: Appended): readonly string[] {
    this.ids.push(...idsOf(events));
    this.done.push({ before, events, appended });
    return appended.revision === this.ids.length - 1 ? [] : [`stands at ${this.ids.length - 1}, answered ${String(appended.revision)}`];
  }

  private async checkRepeat(log: EventLog, { before, events, appended }: Done): Promise<readonly string[]> {
    const again = await log.append(this.name, before < 0 ? 'none' : before, events).catch(String);
    const [first, second] = [JSON.stringify(appended), JSON.stringify(again)];
    return first === second ? [] : [`first answered ${first}, then ${second}`];
  }
}

const askedOf = (expected: Planned['expected'], actual: number): Expected => {
  if (expected === 'none' || expected === 'any') return expected;
  const expectedRevision = actual + (expected === 'ahead' ? 2 : 0) - (expected === 'behind' ? 1 : 0);
  return expectedRevision < 0 ? 'none' : expectedRevision;
};

/** The differences for one order of appends, on a log that may already contain others. */
const differences = async (log: EventLog, plan: readonly (readonly Planned[])[]): Promise<readonly string[]> => {
  const { ordinal: start } = await log.head();
  const streams = Array.from({ length: 4 }, () => new ModelStream());
  const ends: number[] = [];
  const answers: string[] = [];
  for (const round of plan) {
    answers.push(...(await Promise.all(round.map((planned) => streams[planned.stream]!.check(log, planned)))).flat());
    ends.push(streams.reduce((sum, stream) => sum + stream.ids.length, start));
  }
  return [...answers, ...(await standing(log, streams, start, ends.at(-1) ?? start))];
};

const standing = async (log: EventLog, streams: readonly ModelStream[], start: number, end: number): Promise<readonly string[]> => {
  const all = (await everything(log)).slice(start);
  const answers: string[] = [];
  if (all.some((event, index) => event.ordinal !== start + index + 1)) answers.push('ordinals have gaps');
  if ((await log.head()).ordinal !== end) answers.push('the head is elsewhere');
  for (const { name, ids } of streams) {
    const inLog = all.filter((event) => event.stream === name);
    if (inLog.map((event) => event.id).join() !== ids.join()) answers.push(`${name} differs in the log`);
    if (idsOf(await log.readStream(name)).join() !== ids.join()) answers.push(`${name} differs as a stream`);
    if (inLog.some((event, revision) => event.revision !== revision)) answers.push(`${name} has gaps`);
  }
  return answers;
};

/** Random appends, many at once, compared with lists. */
export const interleavingsContract = (says: Says): void => {
  says(
    'does what a list would do',
    async (log) => {
      await fc.assert(
        fc.asyncProperty(rounds, async (plan) => {
          expect(await differences(log, plan)).toEqual([]);
        }),
        { numRuns: runs },
      );
    },
    runs * 2000,
  );
};
