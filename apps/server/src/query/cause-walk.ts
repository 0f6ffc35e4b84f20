import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { causeOf, causesOf, isEffectDependent } from '@tocsin/domain/causes.js';
import type { CauseIndex } from '@tocsin/platform/causes/cause-index.js';
import type { EventLog } from '@tocsin/platform/event-log/event-log.js';
import type { Decode } from '@tocsin/platform/feed/decoding.js';

export interface CauseWalkDependencies {
  readonly log: Pick<EventLog, 'head' | 'readOrdinals' | 'readStream'>;
  readonly index: Pick<CauseIndex, 'withId' | 'effectsOf' | 'position'>;
  readonly decode: Decode;
}

/** `missing`: why the last event’s cause is not in the list. */
export interface CausesPage {
  readonly events: readonly Recorded[];
  readonly next: number | null;
  readonly missing: 'not yet' | 'not found' | null;
}

export interface EffectsPage {
  readonly events: readonly Recorded[];
  readonly next: number | null;
  readonly complete: boolean;
}

/** Milliseconds that an answer waits until the index has reached the current end of the log, and the interval between checks. */
const waitsFor = 2_000;
const pollInterval = 25;
/** Lag in events from which an index counts as still being built: responses don’t wait for it. */
const farBehind = 5_000;
/** Events that are read in one turn of the loop. */
const eventsPerTurn = 20;
/** Events of one decision are adjacent in their stream: this many are read before and after one of them. */
const batchNeighbours = 20;
/** An answer ends with the event that makes it this long. */
const charactersPerAnswer = 2 * 1024 * 1024;

/**
 * Walks from an event to its causes and to its effects. The index only gives candidates: they are read and compared, because
 * another id may have the same hash.
 */
export class CauseWalk {
  constructor(private readonly dependencies: CauseWalkDependencies) {}

  async at(ordinal: number): Promise<Recorded | undefined> {
    const { log, decode } = this.dependencies;
    const [storedEvent] = await log.readOrdinals([ordinal]);
    return storedEvent && decode(storedEvent);
  }

  /** Undefined when the part of the log that was indexed does not contain it. */
  async withId(id: string): Promise<Recorded | undefined> {
    const { log, index, decode } = this.dependencies;
    const candidates = await index.withId(id);
    const storedEvents = candidates.length === 0 ? undefined : (await log.readOrdinals(candidates)).find((one) => one.id === id);
    return storedEvents && decode(storedEvents);
  }

  /**
   * The causes, nearest first: at most `limit`, and one more where the next step depends on the path so far. It terminates, because
   * a cause must come before its effect; an entry of a damaged log that says otherwise counts as having no cause.
   */
  async findCauses(of: Recorded, limit: number): Promise<CausesPage> {
    const isSeen = await this.waitForIndex(of.ordinal);
    const events: Recorded[] = [];
    let characters = 0;
    for (let [effect, fact] = [undefined as Recorded | undefined, of]; ;) {
      const id = causeOf(fact, effect && isEffectDependent(fact.type) ? await this.readDecidedWith(effect) : []);
      if (id === null) return { events, next: null, missing: null };
      const isFull = events.length >= limit || characters >= charactersPerAnswer;
      if (isFull && !isEffectDependent(fact.type)) return { events, next: fact.ordinal, missing: null };
      await nextTurn();
      const cause = await this.withId(id);
      if (!cause || cause.ordinal >= fact.ordinal) return { events, next: null, missing: isSeen ? 'not found' : 'not yet' };
      events.push(cause);
      characters += JSON.stringify(cause.data).length;
      [effect, fact] = [fact, cause];
    }
  }

  /** The direct effects, oldest first. `after`: an ordinal, exclusive. */
  async findEffects(of: Recorded, after: number, limit: number): Promise<EffectsPage> {
    const { log, index, decode } = this.dependencies;
    const complete = await this.isComplete();
    const events: Recorded[] = [];
    let characters = 0;
    for (let from = after; ;) {
      await nextTurn();
      const ordinals = await index.effectsOf(of.id, from, eventsPerTurn);
      for (const storedEvent of await log.readOrdinals(ordinals)) {
        const effect = decode(storedEvent);
        from = storedEvent.ordinal;
        if (!causesOf(effect).includes(of.id)) continue;
        events.push(effect);
        characters += storedEvent.data.length;
        const isFull = events.length === limit || characters >= charactersPerAnswer;
        if (isFull) return { events, next: (await index.effectsOf(of.id, from, 1)).length > 0 ? from : null, complete };
      }
      if (ordinals.length < eventsPerTurn) return { events, next: null, complete };
    }
  }

  /** True once the current end of the log is indexed; false when that takes longer than an answer waits. */
  async isComplete(): Promise<boolean> {
    return this.waitForIndex((await this.dependencies.log.head()).ordinal);
  }

  /** Includes the event itself. */
  async readDecidedWith({ stream, revision, meta }: Recorded): Promise<readonly Recorded[]> {
    const { log, decode } = this.dependencies;
    const neighbours = await log.readStream(stream, Math.max(revision - batchNeighbours, 0), 2 * batchNeighbours);
    return neighbours.map(decode).filter((event) => event.meta.commandId === meta.commandId);
  }

  private async waitForIndex(ordinal: number): Promise<boolean> {
    for (const until = performance.now() + waitsFor; ;) {
      const position = await this.dependencies.index.position();
      if (position >= ordinal) return true;
      if (ordinal - position > farBehind || performance.now() > until) return false;
      await pause(pollInterval);
    }
  }
}
