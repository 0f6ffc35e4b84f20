import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import { throwUnavailable } from '../views/unavailable-errors.js';
import type { ViewDatabase } from '../views/view-database.js';
import { ResultStore, AttemptSuperseded, type Claim, type StoredResult } from './result-store.js';

interface ResultTables {
  /** `page` is -1 for the result itself. The claim of a result is in its own row. */
  readonly kept_results: {
    readonly id: string;
    readonly page: number;
    readonly body: string;
    readonly attempt: number;
    readonly owner: string;
  };
}

type Connection = Kysely<ResultTables> | Transaction<ResultTables>;

const itself = -1;

/** PostgreSQL’s code. */
const missingTable = '42P01';

const isOwnRow = (id: string, { attempt, owner }: Claim): RawBuilder<boolean> =>
  sql<boolean>`id = ${id} and page = ${itself} and attempt = ${attempt} and owner = ${owner}`;

/**
 * Results in a table beside the views, which every server of a cluster can read. The table is recreated when the database was emptied. Every write
 * compares the claim in the same statement, and locks the row of the result until it is made: two servers take turns.
 */
export class SqlResults extends ResultStore {
  private readonly on: Kysely<ResultTables>;
  private isThere = false;

  constructor(private readonly database: Pick<ViewDatabase, 'write' | 'isAway' | 'text'>) {
    super();
    this.on = database.write as unknown as Kysely<ResultTables>;
  }

  override all(): Promise<readonly StoredResult[]> {
    return this.withConnection(async () => {
      const rows = await this.on.selectFrom('kept_results').select(['id', 'body', 'attempt', 'owner']).where('page', '=', itself).execute();
      return rows.map(({ id, body, attempt, owner }) => ({ id, text: body, claim: { attempt, owner } }));
    });
  }

  override begin(id: string, text: string, claim: Claim, before: Claim | null): Promise<void> {
    return this.withConnection(() =>
      this.on.transaction().execute(async (trx) => {
        const isStarted =
          (await this.replaceRow(trx, id, text, claim, before ?? claim)) || (!before && (await this.insertRow(trx, id, text, claim)));
        if (!isStarted) throw await this.supersededError(trx, id, claim);
        // a separate statement, so that it also sees pages that were stored while the first one waited
        await trx.deleteFrom('kept_results').where('id', '=', id).where('page', '!=', itself).execute();
      }),
    );
  }

  override put(id: string, text: string, claim: Claim): Promise<void> {
    return this.withConnection(async () => {
      if (!(await this.replaceRow(this.on, id, text, claim, claim))) throw await this.supersededError(this.on, id, claim);
    });
  }

  override putPage(id: string, page: number, text: string, claim: Claim): Promise<number> {
    return this.withConnection(async () => {
      const storedRow = await sql`insert into kept_results (id, page, body, attempt, owner)
        select id, ${page}, ${text}, attempt, owner from kept_results where ${isOwnRow(id, claim)} for share
        on conflict (id, page) do update set body = excluded.body`.execute(this.on);
      if (!storedRow.numAffectedRows) throw await this.supersededError(this.on, id, claim);
      return text.length;
    });
  }

  override page(id: string, page: number): Promise<string | undefined> {
    return this.withConnection(async () => {
      const pageRow = this.on.selectFrom('kept_results').select('body').where('id', '=', id).where('page', '=', page);
      return (await pageRow.executeTakeFirst())?.body;
    });
  }

  override removePages(id: string, claim: Claim): Promise<void> {
    return this.withConnection(() =>
      this.on.transaction().execute(async (trx) => {
        if (!(await this.lockRow(trx, id, claim))) throw await this.supersededError(trx, id, claim);
        await trx.deleteFrom('kept_results').where('id', '=', id).where('page', '!=', itself).execute();
      }),
    );
  }

  override remove(id: string, claim: Claim): Promise<void> {
    return this.withConnection(() =>
      this.on.transaction().execute(async (trx) => {
        if (await this.lockRow(trx, id, claim)) {
          await trx.deleteFrom('kept_results').where('id', '=', id).execute();
          return;
        }
        const superseded = await this.supersededError(trx, id, claim);
        if (superseded.foundClaim) throw superseded;
      }),
    );
  }

  /** False where the stored result belongs neither to `claim` nor to `before`. */
  private async replaceRow(on: Connection, id: string, body: string, { attempt, owner }: Claim, before: Claim): Promise<boolean> {
    const { numUpdatedRows } = await on
      .updateTable('kept_results')
      .set({ body, attempt, owner })
      .where((where) => where.or([isOwnRow(id, before), isOwnRow(id, { attempt, owner })]))
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** False where there is one already. */
  private async insertRow(on: Connection, id: string, body: string, { attempt, owner }: Claim): Promise<boolean> {
    const row = { id, page: itself, body, attempt, owner };
    const { numInsertedOrUpdatedRows } = await on
      .insertInto('kept_results')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return (numInsertedOrUpdatedRows ?? 0n) > 0n;
  }

  private async supersededError(on: Connection, id: string, claim: Claim): Promise<AttemptSuperseded> {
    const storedRow = on.selectFrom('kept_results').select(['attempt', 'owner']).where('id', '=', id).where('page', '=', itself);
    return new AttemptSuperseded(id, claim, (await storedRow.executeTakeFirst()) ?? null);
  }

  private async lockRow(on: Connection, id: string, claim: Claim): Promise<boolean> {
    return (await on.selectFrom('kept_results').select('id').where(isOwnRow(id, claim)).forUpdate().executeTakeFirst()) !== undefined;
  }

  private withConnection<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    return throwUnavailable(this.database, this.withTable(work));
  }

  /** Creates the table once, and again if the database was emptied since. */
  private async withTable<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    if (!this.isThere) await this.makeTable();
    try {
      return await work();
    } catch (error) {
      if ((error as { readonly code?: string }).code !== missingTable) throw error;
      await this.makeTable();
      return work();
    }
  }

  private async makeTable(): Promise<void> {
    await this.on.schema
      .createTable('kept_results')
      .ifNotExists()
      .addColumn('id', sql`${this.database.text}`, (column) => column.notNull())
      .addColumn('page', 'integer', (column) => column.notNull())
      .addColumn('body', sql`${this.database.text}`, (column) => column.notNull())
      .addColumn('attempt', 'integer', (column) => column.notNull())
      .addColumn('owner', sql`${this.database.text}`, (column) => column.notNull())
      .addPrimaryKeyConstraint('kept_results_key', ['id', 'page'])
      .execute();
    this.isThere = true;
  }
}
