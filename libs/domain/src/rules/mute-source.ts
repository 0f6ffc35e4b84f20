import type { Mute } from '@tocsin/contracts/alert-groups/mutes.js';
import type { LabelMatcher } from '@tocsin/contracts/conditions.js';
import type { ConfigurationReads } from '../reads.js';
import { fieldsNamedBy, type FieldName } from './seen-alert.js';

export type Labels = Readonly<Record<string, string>>;

/** Whose alerts a source is asked about. `teamId`: the team that is responsible for the group now. */
export interface MutedOwner {
  readonly groupId: string;
  readonly number: number;
  readonly serviceId: string | null;
  readonly teamId: string;
  /** The alerts that fire in the group, as decided so far, as conditions that name these fields see them. */
  readonly firing: (fields: readonly FieldName[]) => readonly { readonly labels: Labels }[];
}

/** Answers what mutes an alert with these labels now. In doubt nothing does. */
export type MutesOf = (labels: Labels) => readonly Mute[];

interface MuteAnswer {
  /** The fields of alerts that its conditions name. */
  readonly fields: readonly FieldName[];
  readonly of: MutesOf;
}

/** What can mute alerts. Null: nothing mutes alerts of this group. */
export type MuteSource<Reads = ConfigurationReads> = (owner: MutedOwner, reads: Reads, now: string) => MuteAnswer | null;

export const fieldsOf = (row: { readonly matchers: readonly LabelMatcher[] }): readonly FieldName[] =>
  fieldsNamedBy(row, () => row.matchers.map(({ label }) => label));
