import type { PersonRow } from '@tocsin/contracts/people.js';
import type { Table } from '@tocsin/kernel/rows/table.js';

/** With the teams that somebody was invited into: those teams may not have heard of it yet. */
export type KnownPerson = PersonRow & { readonly invitedInto?: readonly string[] };

/** Everybody who was ever invited, by id. */
export type PeopleState = Table<KnownPerson>;
