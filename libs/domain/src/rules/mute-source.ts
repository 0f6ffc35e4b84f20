import type { Mute } from '@tocsin/contracts/alert-groups/mutes.js';
import type { ConfigurationReads } from '../reads.js';

export type Labels = Readonly<Record<string, string>>;

/** Whose alerts a source is asked about. `teamId`: the team that is responsible for the group now. */
export interface MutedOwner {
  readonly groupId: string;
  readonly number: number;
  readonly serviceId: string | null;
  readonly teamId: string;
  /** The alerts that fire in the group, as decided so far. */
  readonly firing: () => readonly { readonly labels: Labels }[];
}

/** Answers what mutes an alert with these labels now. In doubt nothing does. */
export type MutesOf = (labels: Labels) => readonly Mute[];

/** What can mute alerts. Null: nothing mutes alerts of this group. */
export type MuteSource<Reads = ConfigurationReads> = (owner: MutedOwner, reads: Reads, now: string) => MutesOf | null;
