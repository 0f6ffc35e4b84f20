import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { orUnavailable } from '../views/or-unavailable.js';
import { inChunks } from '../views/row-writer.js';
import type { ViewDatabase } from '../views/view-database.js';

/** One event of the log, and the ids of the events that led to it. */
export interface Links {
  readonly ordinal: number;
  readonly id: string;
  readonly causes: readonly string[];
}

/** Somebody has moved it meanwhile: a rebuild, or another server. Whoever follows goes on from where it stands now. */
export class CausesMoved extends Error {
  constructor(expected: number) {
    super(`the index of causes is not at ordinal ${expected} any more`);
  }
}

type Entry = readonly [hash: bigint, isEffect: 0 | 1, ordinal: number];

const entriesPerStatement = 200;

/** 64 bits: an id found by them must still be compared. */
const hashOf = (id: string): bigint => hash('sha1', id, 'buffer').readBigInt64BE(0);

const entriesOf = ({ ordinal, id, causes }: Links): readonly Entry[] => [
  [hashOf(id), 0, ordinal],
  ...causes.map((cause): Entry => [hashOf(cause), 1, ordinal]),
];

/**
 * From an event’s id to its ordinal, and to the ordinals of what it led to. Beside the views, made of the log alone, integers throughout.
 * It answers candidates: two ids may have one hash, so whoever asks reads the events and compares.
 */
export class CauseIndex {
  constructor(private readonly database: ViewDatabase) {}

  /** Ordinals of events that may have this id: nearly always one, or none. */
  async withId(id: string): Promise<readonly number[]> {
    return (await this.page(hashOf(id), 0, 0, idsOfOneHash)).map(({ ordinal }) => ordinal);
  }

  /** Ordinals, upwards, of events that this one may have led to. */
  async effectsOf(id: string, after: number, limit: number): Promise<readonly number[]> {
    return (await this.page(hashOf(id), 1, after, limit)).map(({ ordinal }) => ordinal);
  }

  /** Every event up to this ordinal has been looked at. */
  async position(): Promise<number> {
    const row = this.database.read.selectFrom('causes_position').select('ordinal').executeTakeFirst();
    return (await orUnavailable(this.database, row))?.ordinal ?? 0;
  }

  /** Links of all events after `after` up to the last of them. Throws CausesMoved, and saves nothing, when it does not stand at `after`. */
  async save(links: readonly Links[], after: number): Promise<void> {
    const entries = links.flatMap(entriesOf);
    await this.database.write.transaction().execute(async (trx) => {
      const moved = { ordinal: links.at(-1)?.ordinal ?? after };
      const { numUpdatedRows } = await trx.updateTable('causes_position').set(moved).where('ordinal', '=', after).executeTakeFirst();
      if (numUpdatedRows === 0n) throw new CausesMoved(after);
      for (const some of inChunks(entries, entriesPerStatement)) {
        const values = sql.join(some.map(([key, isEffect, ordinal]) => sql`(${key}, ${isEffect}, ${ordinal})`));
        await sql`insert into causes (hash, is_effect, ordinal) values ${values} on conflict do nothing`.execute(trx);
      }
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

  private page(key: bigint, isEffect: 0 | 1, after: number, limit: number): Promise<readonly { readonly ordinal: number }[]> {
    const rows = this.database.read.selectFrom('causes').select('ordinal').where('hash', '=', key).where('is_effect', '=', isEffect);
    return orUnavailable(this.database, rows.where('ordinal', '>', after).orderBy('ordinal').limit(limit).execute());
  }
}

/** Nobody can make more by chance. */
const idsOfOneHash = 20;
