/** Rows of SQLite that are examined in one turn of the event loop: one or two milliseconds. PostgreSQL examines them on its server. */
export const rowsOfTurn = 1_000;
