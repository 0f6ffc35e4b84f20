import { Worker } from 'node:worker_threads';
import { Injectable } from '@nestjs/common';
import PQueue from 'p-queue';
import * as scheduleLimits from '@tocsin/contracts/schedules/limits.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { refusals, type RefusalCode } from '@tocsin/contracts/refusals.js';
import { OutgoingFailed } from '@tocsin/platform/http/outgoing-failed.js';
import { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { onThreadEnd } from '@tocsin/platform/threads/thread-end.js';
import { RateLimits } from '../../http/rate-limits.js';
import { HttpProblem } from '../../problems/problem.js';
import type { CalendarAnswer } from './calendar.worker.js';
import type { CalendarOrder, CalendarRead } from './parse-calendar.js';

/** The source of a calendar: an uploaded file, or a typed address. */
export interface CalendarSource {
  readonly text?: string | undefined;
  readonly address?: string | undefined;
}

/** Megabytes of heap for one calendar. */
const heap = 256;

/** Calendars that are parsed at the same time; others wait. */
const threadsAtOnce = 2;

/**
 * Reads calendars of other programs: fetched under the rules for typed addresses, parsed on separate threads. One at a time for each
 * person; a slow address holds up nobody else.
 */
@Injectable()
export class CalendarReading {
  private readonly readers = new Set<string>();
  private readonly parsing = new PQueue({ concurrency: threadsAtOnce });

  constructor(
    private readonly outgoing: OutgoingHttp,
    private readonly rates: RateLimits,
  ) {}

  /** `reader`: the id of the caller. Throws conflict.one_at_a_time, outgoing.private_address and calendar.unreadable. */
  async read(source: CalendarSource, order: Omit<CalendarOrder, 'text'>, reader: string): Promise<CalendarRead> {
    if (this.readers.has(reader)) throw new HttpProblem('conflict.one_at_a_time', { what: 'Another import of a calendar' }, undefined, 1);
    this.readers.add(reader);
    try {
      const text = source.text ?? (await this.fetchCalendar(source.address ?? '', reader));
      const calendar = await this.parsing.add(() => byWorker({ ...order, text }));
      if (calendar === null) throw unreadableProblem('it is not an iCalendar file (.ics)');
      return calendar;
    } finally {
      this.readers.delete(reader);
    }
  }

  private async fetchCalendar(address: string, reader: string): Promise<string> {
    await this.rates.take('addresses', reader);
    const checked = await this.outgoing.checkAddress(address);
    if (!checked.ok)
      throw new HttpProblem(checked.code, {}, [{ path: 'address', code: checked.code, message: refusalSentence(checked.code) }]);
    const maxBytes = scheduleLimits.calendarCharacters;
    const { status, body } = await this.outgoing
      .get(address, { deadlineMs: alertGroupLimits.sendDeadline, maxBytes: maxBytes + 1 })
      .catch(throwProblem);
    if (status !== 200) throw unreadableProblem(`the address answered ${status}`);
    if (Buffer.byteLength(body) > maxBytes) throw unreadableProblem(`it is larger than ${scheduleLimits.calendarCharacters / 1_024} KiB`);
    return body;
  }
}

const refusalSentence = (code: RefusalCode): string => `${refusals[code].says} ${refusals[code].todo}`;

const unreadableProblem = (reason: string): HttpProblem => new HttpProblem('calendar.unreadable', { reason });

const throwProblem = (error: unknown): never => {
  if (!(error instanceof OutgoingFailed)) throw error;
  if (error.reason === 'delivery.private_address') throw new HttpProblem('outgoing.private_address');
  throw unreadableProblem('the address did not respond');
};

/** On a thread that is terminated when it takes too long, because the calendar’s content is not trusted. */
async function byWorker(workerData: CalendarOrder): Promise<CalendarAnswer> {
  const worker = new Worker(new URL('calendar.worker.js', import.meta.url), {
    workerData,
    name: 'calendar',
    resourceLimits: { maxOldGenerationSizeMb: heap },
  });
  return new Promise<CalendarAnswer>((resolve, reject) => {
    const deadline = setTimeout(() => reject(unreadableProblem('it takes too long to read')), scheduleLimits.calendarReading);
    worker.once('message', resolve);
    onThreadEnd(worker, (error) => {
      clearTimeout(deadline);
      reject(error ? unreadableProblem('it needs too much memory') : new Error('reading the calendar was cancelled'));
    });
  }).finally(() => void worker.terminate());
}
