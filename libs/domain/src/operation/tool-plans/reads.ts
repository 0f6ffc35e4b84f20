import type { StandingApprovalRow } from '@tocsin/contracts/tool-plans/noun.js';
import type { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import type { Rows } from '@tocsin/kernel/rows/memory-table.js';
import type { GroupReads } from '../alert-groups/shared/reads.js';

export interface ToolPlanReads extends GroupReads {
  readonly standingApprovals: Rows<StandingApprovalRow>;
}

/** The part that decisions about groups do not read. */
export const toolPlanReads = (memory: MemoryRows): Pick<ToolPlanReads, 'standingApprovals'> => ({
  standingApprovals: memory.rows('standingApprovals'),
});
