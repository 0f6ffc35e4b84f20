import type { ViewDatabase } from './view-database.js';
import { ViewsUnavailable } from './view-store.js';

/** Throws ViewsUnavailable when a read failed because of the database instead of the statement. */
export const throwUnavailable = async <Answer>(database: Pick<ViewDatabase, 'isAway'>, answer: Promise<Answer>): Promise<Answer> => {
  try {
    return await answer;
  } catch (error) {
    throw database.isAway(error) ? new ViewsUnavailable(error) : error;
  }
};
