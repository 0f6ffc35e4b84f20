import type { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import type { Rows } from '@tocsin/kernel/rows/memory-table.js';
import { createConfigurationReads, type ConfigurationReads } from '../../../reads.js';
import { openDrillReads, type OpenDrillReads } from './open-drill-reads.js';
import { openPlanReads, type OpenPlanReads } from './open-plans.js';
import type { RedactedGroup } from '../../redactions/shared/redacted-group.js';
import type { RingsRow } from '../bundles/rings-row.js';
import type { NotedRow } from '../views/noted.view.js';
import type { PickedPerson } from '../paging/round-robin.js';
import type { HolderRow } from './held.js';
import type { ExistingGroup } from '../state.js';
import type { RoutingRow } from '../../routing/shared/routing-row.js';
import type { GroupingRow } from '../../routing/shared/grouping-row.js';
import type { LinkingRow } from '../../routing/shared/linking-row.js';
import type { LapseRow } from '../../routing/shared/lapse-row.js';
import type { RecordingRow } from '../../routing/shared/recording-row.js';
import type { StormRow } from '../../routing/shared/storm-row.js';
import type { ThreadRow } from '../../routing/shared/thread-row.js';

/** A group in memory: open, or resolved recently. */
export type OpenGroup = ExistingGroup;

/** Reads of decisions about signals and groups besides their own stream: memory, as of `readUpTo`. */
export interface GroupReads extends ConfigurationReads, OpenPlanReads, OpenDrillReads {
  readonly groups: Rows<OpenGroup>;
  /** Assigned alert groups. */
  readonly held: Rows<HolderRow>;
  readonly threads: Rows<ThreadRow>;
  readonly recordings: Rows<RecordingRow>;
  readonly groupings: Rows<GroupingRow>;
  readonly linkings: Rows<LinkingRow>;
  readonly storms: Rows<StormRow>;
  readonly lapses: Rows<LapseRow>;
  readonly routing: Rows<RoutingRow>;
  /** The last pick of each step that pages one person at a time. */
  readonly turns: Rows<PickedPerson>;
  /** When each person was last paged, and which pages wait for them. */
  readonly rings: Rows<RingsRow>;
  readonly redactedGroups: Rows<RedactedGroup>;
  /** Where the last notes of groups are, by the alert that opened them. */
  readonly noted: Rows<NotedRow>;
}

export const groupReads = (memory: MemoryRows): GroupReads => ({
  ...createConfigurationReads(memory),
  ...openPlanReads(memory),
  ...openDrillReads(memory),
  groups: memory.rows('groups'),
  held: memory.rows('held'),
  threads: memory.rows('threads'),
  recordings: memory.rows('recordings'),
  groupings: memory.rows('groupings'),
  linkings: memory.rows('linkings'),
  storms: memory.rows('storms'),
  lapses: memory.rows('lapses'),
  routing: memory.rows('routing'),
  turns: memory.rows('turns'),
  rings: memory.rows('rings'),
  redactedGroups: memory.rows('redactedGroups'),
  noted: memory.rows('noted'),
});

/** The team responsible for a group now: its service may have moved to another team since it was opened. */
export const teamOf = (
  { serviceId, teamId }: Pick<ExistingGroup, 'serviceId' | 'teamId'>,
  { services }: Pick<GroupReads, 'services'>,
): string | null => (serviceId === null ? undefined : services.get(serviceId)?.teamId) ?? teamId;

/** The managers of the team responsible for a group. */
export const managersOf = (group: Pick<ExistingGroup, 'serviceId' | 'teamId'>, reads: GroupReads): readonly string[] => {
  const teamId = teamOf(group, reads);
  const team = teamId === null ? undefined : reads.teams.get(teamId);
  return team?.members.filter((member) => member.role === 'manager').map((member) => member.personId) ?? [];
};
