import type { Rows } from '@tocsin/kernel/rows/memory-table.js';

/** The value of the index for what belongs to no team, but to the organisation. */
const everyTeam = 'organisation';

/** Of an index by team. */
export const teamKeyOf = ({ teamId }: { readonly teamId: string | null }): readonly string[] => [teamId ?? everyTeam];

/** The rows of a team, and those of the organisation: each list is the same until a row of it changes. */
export const listsFor = <Row>(rows: Rows<Row>, teamId: string): readonly (readonly Row[])[] => [
  rows.kept('teamId', teamId),
  rows.kept('teamId', everyTeam),
];
export const rowsFor = <Row>(rows: Rows<Row>, teamId: string): readonly Row[] => listsFor(rows, teamId).flat();

/** Their order. */
export const inOrder = (one: OfTeam, other: OfTeam): number =>
  Number(one.teamId === null) - Number(other.teamId === null) || (one.id < other.id ? -1 : 1);
interface OfTeam {
  readonly id: string;
  readonly teamId: string | null;
}

/** The rows that belong to this team alone, or to the organisation. */
export const rowsOf = <Row>(rows: Rows<Row>, teamId: string | null): readonly Row[] => rows.where('teamId', teamId ?? everyTeam);
