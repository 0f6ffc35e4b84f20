import type { PersonNumbers } from '@tocsin/contracts/moving-in/phone-numbers.js';
import type { MovingInReport } from '@tocsin/contracts/moving-in/moving-in.js';
import type { ForeignSystemName } from '@tocsin/contracts/moving-in/systems.js';
import type { FileText } from '@tocsin/moving-in/file-texts.js';

/** What a thread reads: another system into `folder`, or what a folder has already. */
export interface MovingInOrder {
  readonly system: ForeignSystemName;
  readonly folder: string;
  /** Null: nothing is copied any more. */
  readonly copy: {
    readonly token: string;
    readonly address: string | null;
    readonly cloud: string | null;
    readonly user: string | null;
    readonly since: string | null;
  } | null;
  readonly team: string;
  readonly accounts: string | null;
  readonly rehearses: boolean;
  /** Where it may connect to. */
  readonly allowCidrs: string;
  readonly allowLoopback: boolean;
}

export type MovingInReply =
  | { readonly kind: 'progress'; readonly text: string }
  /** The copy is whole. `said`: what it has; empty where it was there before. */
  | { readonly kind: 'copied'; readonly said: readonly string[] }
  /** `isAway`: the same goes on later. */
  | { readonly kind: 'stopped'; readonly why: string; readonly isAway: boolean }
  | {
      readonly kind: 'compared';
      readonly report: MovingInReport;
      readonly files: readonly FileText[];
      readonly phones: readonly PersonNumbers[];
    };
