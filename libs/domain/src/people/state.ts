import type { PersonRow } from '@tocsin/contracts/people.js';
import type { Table } from '@tocsin/kernel/table.js';

/** Everybody who was ever invited, by id. */
export type PeopleState = Table<PersonRow>;
