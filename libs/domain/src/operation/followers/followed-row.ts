import type { NewsKind } from '@tocsin/contracts/followers/noun.js';
import type { DuePlan } from '../../rules/due-plan.js';

/** What followers know of an alert group, and what they are to be told. */
export interface FollowedGroup {
  readonly groupId: string;
  readonly news: NewsKind | null;
  /** They have heard of its present opening. */
  readonly isTold: boolean;
  readonly isMuted: boolean;
}

/** A service with followers, in memory. */
export interface FollowedRow {
  readonly serviceId: string;
  readonly followers: readonly string[];
  /** The oldest first. */
  readonly groups: readonly FollowedGroup[];
  /** When they are told; null: there is no news. */
  readonly due: DuePlan | null;
  /** The earliest next message. */
  readonly notBefore: string;
}

export const newsIn = ({ groups }: FollowedRow): readonly FollowedGroup[] => groups.filter(({ news }) => news !== null);
