import TinyQueue from 'tinyqueue';
import type { Actor, Recorded } from '@tocsin/contracts/envelope.js';
import type { Message } from '../decide/decider.js';
import { plus } from '../time.js';

/** What the outside makes of an event: a command, at once or so many milliseconds later. */
export interface Answer {
  readonly command: Message;
  readonly after?: number;
  /** In whose name; Tocsin’s own when absent. */
  readonly actor?: Actor;
}

interface Awaited {
  readonly at: string;
  readonly command: Message;
  readonly actor: Actor | undefined;
  readonly event: Recorded;
}

/** Answers of the outside that are on their way: by the instant at which they arrive, then in the order of what they answer. */
export class AwaitedAnswers {
  private readonly queue = new TinyQueue<Awaited>([], (a, b) => (a.at === b.at ? a.event.ordinal - b.event.ordinal : a.at < b.at ? -1 : 1));

  /** The instant at which the next one arrives. */
  get next(): string | undefined {
    return this.queue.peek()?.at;
  }

  /** `now`: when the event went out. */
  add(event: Recorded, { command, actor, after = 0 }: Answer, now: string): void {
    this.queue.push({ at: plus(now, after), command, actor, event });
  }

  /** Takes the next one; `next` has said that there is one. */
  take(): Awaited {
    return this.queue.pop()!;
  }
}
