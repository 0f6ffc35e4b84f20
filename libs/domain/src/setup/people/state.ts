import type { PersonRow } from '@tocsin/contracts/people/rows.js';
import type { Table } from '@tocsin/kernel/rows/table.js';

/** With the teams of the person’s invitation, which may not be updated yet. */
export type KnownPerson = PersonRow & { readonly invitedInto?: readonly string[] };

/** All people ever invited, by id. */
export type PeopleState = Table<KnownPerson>;
