import type { ViewDatabase } from './view-database.js';
import { ViewsUnavailable } from './view-store.js';

/** What was read; throws ViewsUnavailable when the database, and not the statement, is the reason why it was not. */
export const orUnavailable = async <Answer>(database: Pick<ViewDatabase, 'isAway'>, answer: Promise<Answer>): Promise<Answer> => {
  try {
    return await answer;
  } catch (error) {
    throw database.isAway(error) ? new ViewsUnavailable(error) : error;
  }
};
