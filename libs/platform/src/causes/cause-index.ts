import { type CompiledQuery } from 'kysely';
import { orUnavailable } from '../views/or-unavailable.js';
import { inChunks } from '../views/row-writer.js';
import type { Connection, ViewDatabase } from '../views/view-database.js';
import { effectsPerEntry, entriesOf, hashOf, partOf, type CauseEntry, type Links } from './cause-entries.js';

/** Somebody has moved it meanwhile: a rebuild, or another server. Whoever follows goes on from where it stands now. */
export class CausesMoved extends Error {
  constructor(expected: number) {
    super(`the index of causes is not at ordinal ${expected} any more`);
  }
}

const entriesPerStatement = 200;
/** Nobody can make more by chance. */
const idsOfOneHash = 20;

/**
 * From an event’s id to its ordinal, and to the ordinals of what it led to. Beside the views, made of the log alone, integers throughout.
 * It answers candidates: two ids may have one hash, so whoever asks reads the events and compares.
 */
export class CauseIndex {
  private compiled: CompiledQuery | undefined;

  constructor(private readonly database: ViewDatabase) {}

  /** Ordinals of events that may have this id: nearly always one, or none. */
  async withId(id: string): Promise<readonly number[]> {
    const found = await this.found({ id, isEffect: 0, after: 0, limit: idsOfOneHash });
    return found.map(({ ordinal }) => ordinal);
  }

  /** Ordinals, upwards, of events that this one may have led to. */
  async effectsOf(id: string, after: number, limit: number): Promise<readonly number[]> {
    // an entry that begins before may reach beyond
    const found = await this.found({ id, isEffect: 1, after: Math.max(after - effectsPerEntry, 0), limit: limit + effectsPerEntry });
    const ordinals = found.flatMap(({ ordinal, events }) => Array.from({ length: events }, (_, n) => ordinal + n));
    const upwards = [...new Set(ordinals)].filter((ordinal) => ordinal > after).toSorted((a, b) => a - b);
    return upwards.slice(0, limit);
  }

  /** Every event up to this ordinal has been looked at. */
  async position(): Promise<number> {
    const row = this.database.read.selectFrom('causes_position').select('ordinal').executeTakeFirst();
    return (await orUnavailable(this.database, row))?.ordinal ?? 0;
  }

  /** Links of all events after `after` up to the last of them. Throws CausesMoved, and saves nothing, when it does not stand at `after`. */
  async save(links: readonly Links[], after: number): Promise<void> {
    const entries = entriesOf(links);
    await this.database.write.transaction().execute(async (trx) => {
      const moved = { ordinal: links.at(-1)?.ordinal ?? after };
      const { numUpdatedRows } = await trx.updateTable('causes_position').set(moved).where('ordinal', '=', after).executeTakeFirst();
      if (numUpdatedRows === 0n) throw new CausesMoved(after);
      for (const some of inChunks(entries, entriesPerStatement)) await trx.executeQuery(this.insertion(trx, some));
    });
  }

  /**
   * Puts it where whoever follows begins, and answers that: where it stood, or 0 when it knows more than a log that ends at `head`. What it
   * has stays: an entry that is wrong is found to be so when its event is read.
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

  /** Whoever follows the log for it begins again at the first event, and finds it all there already but for what was missing. */
  async beginAnew(): Promise<void> {
    await this.database.write.transaction().execute((trx) => trx.updateTable('causes_position').set({ ordinal: 0 }).execute());
  }

  /** The text of a full statement is made once: making it costs more than running it. */
  private insertion(on: Connection, entries: readonly CauseEntry[]): CompiledQuery {
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

  private async found({ id, isEffect, after, limit }: { id: string; isEffect: 0 | 1; after: number; limit: number }) {
    const [first, last] = [partOf(after), partOf(await this.position())];
    const parts = Array.from({ length: Math.max(last - first + 1, 0) }, (_, n) => first + n);
    if (parts.length === 0) return [];
    const rows = this.database.read
      .selectFrom('causes')
      .select(['ordinal', 'events'])
      .where('part', 'in', parts)
      .where('hash', '=', hashOf(id))
      .where('is_effect', '=', isEffect)
      .where('ordinal', '>', after);
    return orUnavailable(this.database, rows.orderBy('ordinal').limit(limit).execute());
  }
}
