/** Rows of SQLite that are looked at in one turn of the loop: a millisecond or two. PostgreSQL looks at them elsewhere. */
export const rowsOfTurn = 1_000;
