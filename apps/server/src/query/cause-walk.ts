import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { causeBehind, causesOf, dependsOnEffect } from '@tocsin/domain/causes.js';
import type { CauseIndex } from '@tocsin/platform/causes/cause-index.js';
import type { EventLog } from '@tocsin/platform/event-log/event-log.js';
import type { Decode } from '@tocsin/platform/feed/decoding.js';

export interface CauseWalkParts {
  readonly log: Pick<EventLog, 'head' | 'readOrdinals' | 'readStream'>;
  readonly index: Pick<CauseIndex, 'withId' | 'effectsOf' | 'position'>;
  readonly decode: Decode;
}

/** `missing`: why the cause that the last of them names is not here. */
export interface FoundCauses {
  readonly events: readonly Recorded[];
  readonly next: number | null;
  readonly missing: 'not yet' | 'not found' | null;
}

export interface FoundEffects {
  readonly events: readonly Recorded[];
  readonly next: number | null;
  readonly complete: boolean;
}

/** Milliseconds that an answer waits for what stands on the log at that moment, and from time to time looks. */
const waitsFor = 2_000;
const looksEvery = 25;
/** An index that is so many events behind is still being made: nobody waits for it. */
const farBehind = 5_000;
/** Events that are read in one turn of the loop. */
const eventsPerTurn = 20;
/** What was decided together stands together in its stream: so many events are looked at before and after one of them. */
const besideInBatch = 20;
/** An answer ends with the event that makes it this long. */
const charactersPerAnswer = 2 * 1024 * 1024;

/** Walks from an event to what led to it, and to what it led to. What the index answers is read and compared: hashes may be those of another id. */
export class CauseWalk {
  constructor(private readonly parts: CauseWalkParts) {}

  async at(ordinal: number): Promise<Recorded | undefined> {
    const { log, decode } = this.parts;
    const [stored] = await log.readOrdinals([ordinal]);
    return stored && decode(stored);
  }

  /** Undefined where it is on no part of the log that has been looked through. */
  async withId(id: string): Promise<Recorded | undefined> {
    const { log, index, decode } = this.parts;
    const candidates = await index.withId(id);
    const stored = candidates.length === 0 ? undefined : (await log.readOrdinals(candidates)).find((one) => one.id === id);
    return stored && decode(stored);
  }

  /**
   * Upwards, at most so many, and one more where the way on depends on the way here. It ends: a cause stands before its effect, and where a
   * damaged log says otherwise there is none.
   */
  async causes(of: Recorded, limit: number): Promise<FoundCauses> {
    const isSeen = await this.reached(of.ordinal);
    const events: Recorded[] = [];
    let characters = 0;
    for (let [effect, fact] = [undefined as Recorded | undefined, of]; ;) {
      const id = causeBehind(fact, effect && dependsOnEffect(fact.type) ? await this.decidedWith(effect) : []);
      if (id === null) return { events, next: null, missing: null };
      const isFull = events.length >= limit || characters >= charactersPerAnswer;
      if (isFull && !dependsOnEffect(fact.type)) return { events, next: fact.ordinal, missing: null };
      await nextTurn();
      const cause = await this.withId(id);
      if (!cause || cause.ordinal >= fact.ordinal) return { events, next: null, missing: isSeen ? 'not found' : 'not yet' };
      events.push(cause);
      characters += JSON.stringify(cause.data).length;
      [effect, fact] = [fact, cause];
    }
  }

  /** Downwards, one step, the oldest first. `after`: an ordinal, exclusive. */
  async effects(of: Recorded, after: number, limit: number): Promise<FoundEffects> {
    const { log, index, decode } = this.parts;
    const complete = await this.isComplete();
    const events: Recorded[] = [];
    let characters = 0;
    for (let from = after; ;) {
      await nextTurn();
      const ordinals = await index.effectsOf(of.id, from, eventsPerTurn);
      for (const stored of await log.readOrdinals(ordinals)) {
        const effect = decode(stored);
        from = stored.ordinal;
        if (!causesOf(effect).includes(of.id)) continue;
        events.push(effect);
        characters += stored.data.length;
        const isFull = events.length === limit || characters >= charactersPerAnswer;
        if (isFull) return { events, next: (await index.effectsOf(of.id, from, 1)).length > 0 ? from : null, complete };
      }
      if (ordinals.length < eventsPerTurn) return { events, next: null, complete };
    }
  }

  /** True once all that stands on the log now has been looked through; false when that takes longer than an answer waits. */
  async isComplete(): Promise<boolean> {
    return this.reached((await this.parts.log.head()).ordinal);
  }

  /** Itself among them. */
  async decidedWith({ stream, revision, meta }: Recorded): Promise<readonly Recorded[]> {
    const { log, decode } = this.parts;
    const around = await log.readStream(stream, Math.max(revision - besideInBatch, 0), 2 * besideInBatch);
    return around.map(decode).filter((event) => event.meta.commandId === meta.commandId);
  }

  private async reached(ordinal: number): Promise<boolean> {
    for (const until = performance.now() + waitsFor; ;) {
      const position = await this.parts.index.position();
      if (position >= ordinal) return true;
      if (ordinal - position > farBehind || performance.now() > until) return false;
      await pause(looksEvery);
    }
  }
}
