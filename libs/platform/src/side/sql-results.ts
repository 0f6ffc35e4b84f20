import { sql, type Kysely } from 'kysely';
import { orUnavailable } from '../views/or-unavailable.js';
import type { ViewDatabase } from '../views/view-database.js';
import { KeptResults, type KeptResult } from './kept-results.js';

interface ResultTables {
  /** `page` is -1 for the result itself. */
  readonly kept_results: { readonly id: string; readonly page: number; readonly body: string };
}

const itself = -1;

/** Results in a table beside the views, which every server of a cluster can read. It is made again when the database was emptied. */
export class SqlResults extends KeptResults {
  private readonly on: Kysely<ResultTables>;

  constructor(private readonly database: Pick<ViewDatabase, 'write' | 'isAway' | 'text'>) {
    super();
    this.on = database.write as unknown as Kysely<ResultTables>;
  }

  override all(): Promise<readonly KeptResult[]> {
    return this.reached(async () => {
      const rows = await this.on.selectFrom('kept_results').select(['id', 'body']).where('page', '=', itself).execute();
      return rows.map(({ id, body }) => ({ id, text: body }));
    });
  }

  override put(id: string, text: string): Promise<void> {
    return this.write(id, itself, text);
  }

  override async putPage(id: string, page: number, text: string): Promise<number> {
    await this.write(id, page, text);
    return text.length;
  }

  override page(id: string, page: number): Promise<string | undefined> {
    return this.reached(async () => {
      const found = this.on.selectFrom('kept_results').select('body').where('id', '=', id).where('page', '=', page);
      return (await found.executeTakeFirst())?.body;
    });
  }

  override removePages(id: string): Promise<void> {
    return this.reached(async () => {
      await this.on.deleteFrom('kept_results').where('id', '=', id).where('page', '!=', itself).execute();
    });
  }

  override remove(id: string): Promise<void> {
    return this.reached(async () => void (await this.on.deleteFrom('kept_results').where('id', '=', id).execute()));
  }

  private write(id: string, page: number, body: string): Promise<void> {
    return this.reached(async () => {
      await this.on
        .insertInto('kept_results')
        .values({ id, page, body })
        .onConflict((conflict) => conflict.columns(['id', 'page']).doUpdateSet({ body }))
        .execute();
    });
  }

  private reached<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    return orUnavailable(this.database, this.prepared().then(work));
  }

  private async prepared(): Promise<void> {
    await this.on.schema
      .createTable('kept_results')
      .ifNotExists()
      .addColumn('id', sql`${this.database.text}`, (column) => column.notNull())
      .addColumn('page', 'integer', (column) => column.notNull())
      .addColumn('body', sql`${this.database.text}`, (column) => column.notNull())
      .addPrimaryKeyConstraint('kept_results_key', ['id', 'page'])
      .execute();
  }
}
