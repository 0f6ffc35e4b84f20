import type { ImportedRow } from '@tocsin/contracts/people/import.js';
import type { ImportResult } from './use-import.js';

const isMissing = ({ errors }: ImportedRow): boolean => errors.some(({ code }) => code === 'team.unknown_name');

/** Whether nothing is wrong with a row but that its team does not exist. */
export const isOnlyTeamMissing = (row: ImportedRow): boolean => isMissing(row) && row.errors.length === 1;

/** Names of teams that rows ask for and that don’t exist, each once, as first written. */
export function missingTeams({ rows, answer }: ImportResult): readonly string[] {
  const names = new Map<string, string>();
  for (const [n, row] of answer.rows.entries()) {
    const name = rows[n]?.team;
    if (name && isMissing(row) && !names.has(name.toLowerCase())) names.set(name.toLowerCase(), name);
  }
  return [...names.values()];
}
