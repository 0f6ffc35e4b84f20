import type { StandingApprovalRow, ToolPlanRow } from '@tocsin/contracts/tool-plans/noun.js';
import type { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import type { Rows } from '@tocsin/kernel/rows/memory-table.js';

/** A plan of a program that waits for a person, or is about to be carried out. */
export interface OpenPlanRow extends ToolPlanRow {
  /** The event that its end is planned by. */
  readonly plannedBy: string;
  /** Where it was proposed; in memory only. */
  readonly ordinal?: number;
}
/** Acts on alert groups read them. */
export interface OpenPlanReads {
  readonly openToolPlans: Rows<OpenPlanRow>;
  readonly standingApprovals: Rows<StandingApprovalRow>;
}

export const isStandingOver = ({ ended, until }: StandingApprovalRow, now: string): boolean => ended !== null || now >= until;

export const openPlanReads = (memory: MemoryRows): OpenPlanReads => ({
  openToolPlans: memory.rows('openToolPlans'),
  standingApprovals: memory.rows('standingApprovals'),
});
