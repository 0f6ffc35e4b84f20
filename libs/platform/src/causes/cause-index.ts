import { type CompiledQuery } from 'kysely';
import { throwUnavailable } from '../views/unavailable-errors.js';
import { inChunks } from '../views/row-writer.js';
import type { Connection, ViewDatabase } from '../views/view-database.js';
import { effectsPerEntry, entriesOf, hashOf, partOf, type CauseEntry, type EventCauses } from './cause-entries.js';

/** A rebuild or another server has moved the position in the meantime. The follower continues from the new one. */
export class CausesMoved extends Error {
  constructor(expectedOrdinal: number) {
    super(`the index of causes is no longer at ordinal ${expectedOrdinal}`);
  }
}

const entriesPerStatement = 200;
/** More ids with the same hash don’t occur by chance. */
const idsOfOneHash = 20;

/**
 * Maps an event’s id to its ordinal and to the ordinals of its effects. Stored beside the views, built from the log alone, with integers only. Returns
 * candidates: two ids may have the same hash, so the caller reads the events and compares.
 */
export class CauseIndex {
  private compiled: CompiledQuery | undefined;

  constructor(private readonly database: ViewDatabase) {}

  /** Ordinals of events that may have this id: almost always one or none. */
  async withId(id: string): Promise<readonly number[]> {
    const candidates = await this.readEntries({ id, isEffect: 0, after: 0, limit: idsOfOneHash });
    return candidates.map(({ ordinal }) => ordinal);
  }

  /** Ordinals, ascending, of events that may be effects of this one. */
  async effectsOf(id: string, after: number, limit: number): Promise<readonly number[]> {
    // an entry that starts before `after` may extend beyond it
    const candidates = await this.readEntries({
      id,
      isEffect: 1,
      after: Math.max(after - effectsPerEntry, 0),
      limit: limit + effectsPerEntry,
    });
    const ordinals = candidates.flatMap(({ ordinal, events }) => Array.from({ length: events }, (_, n) => ordinal + n));
    const upwards = [...new Set(ordinals)].filter((ordinal) => ordinal > after).toSorted((a, b) => a - b);
    return upwards.slice(0, limit);
  }

  /** Every event up to this ordinal is indexed. */
  async position(): Promise<number> {
    const row = this.database.read.selectFrom('causes_position').select('ordinal').executeTakeFirst();
    return (await throwUnavailable(this.database, row))?.ordinal ?? 0;
  }

  /** Saves the links of all events after `after` up to the last of them. Throws CausesMoved, and saves nothing, when the index is not at `after`. */
  async save(links: readonly EventCauses[], after: number): Promise<void> {
    const entries = entriesOf(links);
    await this.database.write.transaction().execute(async (trx) => {
      const movedTo = { ordinal: links.at(-1)?.ordinal ?? after };
      const { numUpdatedRows } = await trx.updateTable('causes_position').set(movedTo).where('ordinal', '=', after).executeTakeFirst();
      if (numUpdatedRows === 0n) throw new CausesMoved(after);
      for (const some of inChunks(entries, entriesPerStatement)) await trx.executeQuery(this.toInsertion(trx, some));
    });
  }

  /**
   * Sets and returns the position from which the follower starts: the current one, or 0 when that is beyond the log’s end at `head`. Keeps the entries: a
   * wrong one is noticed when its event is read.
   */
  async begin(head: number): Promise<number> {
    await this.database.write.transaction().execute(async (trx) => {
      await trx
        .insertInto('causes_position')
        .values({ id: 1, ordinal: 0 })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
      await trx.updateTable('causes_position').set({ ordinal: 0 }).where('ordinal', '>', head).execute();
    });
    return this.position();
  }

  /** The follower starts at the first event again; existing entries stay, and missing ones are added. */
  async reset(): Promise<void> {
    await this.database.write.transaction().execute((trx) => trx.updateTable('causes_position').set({ ordinal: 0 }).execute());
  }

  /** The SQL of a full statement is compiled once: compiling costs more than running it. */
  private toInsertion(on: Connection, entries: readonly CauseEntry[]): CompiledQuery {
    const isFull = entries.length === entriesPerStatement;
    if (isFull && this.compiled) {
      const parameters = entries.flatMap(({ part, hash, is_effect, ordinal, events }) => [part, hash, is_effect, ordinal, events]);
      return { ...this.compiled, parameters };
    }
    const compiled = on
      .insertInto('causes')
      .values([...entries])
      .onConflict((conflict) => conflict.doNothing())
      .compile();
    if (isFull) this.compiled = compiled;
    return compiled;
  }

  private async readEntries({ id, isEffect, after, limit }: { id: string; isEffect: 0 | 1; after: number; limit: number }) {
    const [first, last] = [partOf(after), partOf(await this.position())];
    const ordinalRange = Array.from({ length: Math.max(last - first + 1, 0) }, (_, n) => first + n);
    if (ordinalRange.length === 0) return [];
    const rows = this.database.read
      .selectFrom('causes')
      .select(['ordinal', 'events'])
      .where('part', 'in', ordinalRange)
      .where('hash', '=', hashOf(id))
      .where('is_effect', '=', isEffect)
      .where('ordinal', '>', after);
    return throwUnavailable(this.database, rows.orderBy('ordinal').limit(limit).execute());
  }
}
