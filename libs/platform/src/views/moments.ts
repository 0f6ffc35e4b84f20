import { LRUCache } from 'lru-cache';
import type { LogTimeMarks } from '../feed/log-time-marks.js';
import type { EventLog } from '../event-log/event-log.js';
import type { Checkpoint } from './view-store.js';
import { momentOf } from './view-table.js';

/** A position on the log. An instant names another one once the clock was set back; an ordinal always the same. */
export interface Moment {
  readonly ordinal: number;
  /** Log time there. */
  readonly at: string;
  /** Nothing that the views have seen is later: what was asked for is now. */
  readonly isEnd: boolean;
}

/** What rows are compared with: see `ListQuery.at`. */
export const keyOfMoment = ({ ordinal, at }: Moment): string => momentOf(at, ordinal);

interface MomentDependencies {
  readonly log: Pick<EventLog, 'readInstants'>;
  readonly marks: LogTimeMarks;
  /** How far the views are. */
  readonly position: () => Checkpoint;
}

const remembered = 1_000;

/** Pins instants and ordinals. Each that is new reads about a thousand instants; the position of an ordinal never changes, so it is remembered. */
export class Moments {
  private readonly logTimes = new LRUCache<number, string>({ max: remembered });

  constructor(private readonly dependencies: MomentDependencies) {}

  /** `asked`: an instant of log time, or an ordinal. Those after the end of the views are their end. */
  async pin(asked: string | number): Promise<Moment> {
    const { ordinal, logTime } = this.dependencies.position();
    const isEnd = typeof asked === 'number' ? asked >= ordinal : asked >= logTime;
    if (isEnd) return { ordinal, at: logTime, isEnd };
    const found = typeof asked === 'number' ? asked : await this.dependencies.marks.upTo(asked, this.readInstants);
    return { ordinal: found, at: await this.logTimeOf(found), isEnd };
  }

  private async logTimeOf(ordinal: number): Promise<string> {
    const known = this.logTimes.get(ordinal);
    if (known !== undefined) return known;
    const logTime = await this.dependencies.marks.timeAt(ordinal, this.readInstants);
    this.logTimes.set(ordinal, logTime);
    return logTime;
  }

  private readonly readInstants: EventLog['readInstants'] = (after, limit) => this.dependencies.log.readInstants(after, limit);
}
