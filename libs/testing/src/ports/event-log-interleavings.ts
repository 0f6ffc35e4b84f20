import * as fc from 'fast-check';
import {
  AppendConflict,
  type AppendResult,
  type EventLog,
  type ExpectedRevision,
  type NewEvent,
} from '@tocsin/platform/event-log/event-log.js';
import { aStream, readEverything, idsOf, someEvents } from './event-log-samples.js';
import type { StatesCheck } from './event-log-checks.js';
import { isDeep } from '../tier.js';

const runCount = isDeep ? 400 : 40;

interface PlannedAppend {
  readonly stream: number;
  readonly expected: 'right' | 'none' | 'any' | 'behind' | 'ahead' | 'repeat';
  readonly count: number;
}

/** Rounds of appends; those of one round go to different streams and run concurrently. */
const rounds = fc.array(
  fc.uniqueArray(
    fc.record<PlannedAppend>({
      stream: fc.nat(3),
      expected: fc.constantFrom('right', 'right', 'none', 'any', 'behind', 'ahead', 'repeat'),
      count: fc.integer({ min: 1, max: 3 }),
    }),
    { selector: ({ stream }) => stream, minLength: 1, maxLength: 4 },
  ),
  { maxLength: 12 },
);

interface AppendRecord {
  readonly before: number;
  readonly events: readonly NewEvent[];
  readonly appended: AppendResult;
}

/** A model of a stream: a list. */
class ModelStream {
  readonly name = aStream();
  readonly ids: string[] = [];
  private readonly done: AppendRecord[] = [];

  /** Runs one append on the log, and describes every difference from the model. */
  async check(log: EventLog, { expected, count }: PlannedAppend): Promise<readonly string[]> {
    const last = this.done.at(-1);
    if (expected === 'repeat' && last) return this.checkRepeat(log, this.done[count % this.done.length] ?? last);
    const actual = this.ids.length - 1;
    const events = someEvents(count);
    const expectedRevision = askedOf(expected, actual);
    const outcome = await log.append(this.name, expectedRevision, events).catch((error: unknown) => error);
    const isExpected = expectedRevision === 'any' || (expectedRevision === 'none' ? -1 : expectedRevision) === actual;
    if (isExpected) return this.applyAppend(actual, events, outcome as AppendResult);
    if (outcome instanceof AppendConflict && outcome.actual === actual) return [];
    return [`expected ${expectedRevision} at ${actual}: not refused so, but ${String(outcome)}`];
  }

  private applyAppend(before: number, events: readonly NewEvent[], result: AppendResult): readonly string[] {
    this.ids.push(...idsOf(events));
    this.done.push({ before, events, appended: result });
    return result.revision === this.ids.length - 1 ? [] : [`stands at ${this.ids.length - 1}, answered ${String(result.revision)}`];
  }

  private async checkRepeat(log: EventLog, { before, events, appended }: AppendRecord): Promise<readonly string[]> {
    const repeatResult = await log.append(this.name, before < 0 ? 'none' : before, events).catch(String);
    const [first, second] = [JSON.stringify(appended), JSON.stringify(repeatResult)];
    return first === second ? [] : [`first answered ${first}, then ${second}`];
  }
}

const askedOf = (expectation: PlannedAppend['expected'], actual: number): ExpectedRevision => {
  if (expectation === 'none' || expectation === 'any') return expectation;
  const expectedRevision = actual + (expectation === 'ahead' ? 2 : 0) - (expectation === 'behind' ? 1 : 0);
  return expectedRevision < 0 ? 'none' : expectedRevision;
};

/** The differences for one order of appends, on a log that may already contain others. */
const findDifferences = async (log: EventLog, plan: readonly (readonly PlannedAppend[])[]): Promise<readonly string[]> => {
  const { ordinal: start } = await log.head();
  const streams = Array.from({ length: 4 }, () => new ModelStream());
  const streamEnds: number[] = [];
  const answers: string[] = [];
  for (const round of plan) {
    answers.push(...(await Promise.all(round.map((plannedAppend) => streams[plannedAppend.stream]!.check(log, plannedAppend)))).flat());
    streamEnds.push(streams.reduce((sum, stream) => sum + stream.ids.length, start));
  }
  return [...answers, ...(await compareCurrent(log, streams, start, streamEnds.at(-1) ?? start))];
};

const compareCurrent = async (log: EventLog, streams: readonly ModelStream[], start: number, end: number): Promise<readonly string[]> => {
  const all = (await readEverything(log)).slice(start);
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
export const interleavingsContract = (says: StatesCheck): void => {
  says(
    'does what a list would do',
    async (log) => {
      await fc.assert(
        fc.asyncProperty(rounds, async (plan) => {
          expect(await findDifferences(log, plan)).toEqual([]);
        }),
        { numRuns: runCount },
      );
    },
    runCount * 2000,
  );
};
