import { Injectable } from '@nestjs/common';
import { QueryBus, type Query } from '@nestjs/cqrs';
import PQueue from 'p-queue';
import type { ViewName } from '@tocsin/contracts/catalogue.js';
import { BadCursor } from '@tocsin/platform/views/cursor.js';
import type { Moment } from '@tocsin/platform/views/moments.js';
import type { ListQuery } from '@tocsin/platform/views/view-store.js';
import { HttpProblem } from '../problems/problem.js';
import { viewQueries, type FoundRow, type RowsPage } from './queries.js';

/** Reads the views over the QueryBus: nothing else that answers a person reads their store. */
@Injectable()
export class ViewReader {
  /** Each takes turns of the thread that pages: many at once would fill the time between two turns of all else. */
  private readonly pastReads = new PQueue({ concurrency: 1 });

  constructor(private readonly queries: QueryBus) {}

  /** Throws HttpProblem for an invalid cursor. `isCounted`: with the number of all matching rows; `countBy`: by the values of these columns. */
  list<V extends ViewName>(view: V, query: ListQuery, isCounted = false, countBy: readonly string[] = []): Promise<RowsPage<V>> {
    return this.answer(new viewQueries[view].list(query, isCounted, countBy), query.at !== undefined);
  }

  /** `before`: the part of the row before this mark. Throws HttpProblem for an invalid mark. */
  get<V extends ViewName>(view: V, id: string, asOf?: Moment, before?: string): Promise<FoundRow<V> | undefined> {
    return this.answer(new viewQueries[view].get(id, asOf, before), asOf !== undefined || before !== undefined);
  }

  private async answer<R>(query: Query<R>, isPast: boolean): Promise<R> {
    const execute = (): Promise<R> => this.queries.execute(query);
    try {
      return await (isPast ? this.pastReads.add(execute) : execute());
    } catch (error) {
      throw error instanceof BadCursor ? new HttpProblem('request.bad_cursor') : error;
    }
  }
}
