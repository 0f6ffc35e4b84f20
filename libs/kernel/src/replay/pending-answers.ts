import TinyQueue from 'tinyqueue';
import type { Actor, Recorded } from '@tocsin/contracts/envelope.js';
import type { Message } from '../decide/decider.js';
import { addMillis } from '../time.js';

/** An external answer to an event: a command, sent `after` milliseconds later. */
export interface ExternalAnswer {
  readonly command: Message;
  readonly after?: number;
  /** Tocsin itself when absent. */
  readonly actor?: Actor;
}

interface PendingAnswer {
  readonly at: string;
  readonly command: Message;
  readonly actor: Actor | undefined;
  readonly event: Recorded;
}

/** By arrival time, then by the ordinal of their event. */
export class PendingAnswers {
  private readonly queue = new TinyQueue<PendingAnswer>([], (a, b) =>
    a.at === b.at ? a.event.ordinal - b.event.ordinal : a.at < b.at ? -1 : 1,
  );

  get next(): string | undefined {
    return this.queue.peek()?.at;
  }

  /** `now`: when the event went out. */
  add(event: Recorded, { command, actor, after = 0 }: ExternalAnswer, now: string): void {
    this.queue.push({ at: addMillis(now, after), command, actor, event });
  }

  /** Must be called only when `next` is defined. */
  take(): PendingAnswer {
    return this.queue.pop()!;
  }
}
