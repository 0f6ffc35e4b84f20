import type { Mute } from '@tocsin/contracts/alert-groups/mutes.js';
import type { ConfigurationReads } from '../../../reads.js';

/** Whose alerts a source is asked about. */
export interface MutedOwner {
  readonly groupId: string;
  readonly teamId: string;
}

/** What can mute alerts. In doubt it does not. */
export interface MuteSource {
  readonly kind: Mute['kind'];
  /** Answers what mutes an alert with these labels now; null where nothing mutes alerts of this group. */
  readonly of: (
    owner: MutedOwner,
    reads: ConfigurationReads,
    now: string,
  ) => ((labels: Readonly<Record<string, string>>) => readonly Mute[]) | null;
}
