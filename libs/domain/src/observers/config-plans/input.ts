import type { ConfigStep, ItemKind, OwnedItem } from '@tocsin/contracts/config-files/noun.js';
import type { ConfigChange, FileError } from '@tocsin/contracts/config-files/plan.js';
import type { Actor } from '@tocsin/contracts/envelope.js';
import type { Domain } from '@tocsin/kernel/registry.js';
import type { ConfigurationReads } from '../../reads.js';
import type { SecretHashes } from './connection-fields.js';
import type { Directory, Item } from './directory.js';
import type { Errors, PlacedDocument } from './documents.js';

export interface PlanOptions {
  readonly source: string;
  readonly team: string | null;
  readonly prune: boolean;
  readonly pruneAtMost?: number | undefined;
  readonly takeOver: boolean;
  readonly applyToOpen: boolean;
}
export interface PlanInput {
  readonly documents: readonly PlacedDocument[];
  readonly options: PlanOptions;
  readonly domain: Pick<Domain, 'deciders' | 'memory'>;
  readonly reads: ConfigurationReads;
  /** New: the ids of people who are invited follow from it. */
  readonly planId: string;
  readonly now: string;
  readonly actor: Actor;
  /** Whoever reads the plan. */
  readonly viewer: Actor;
  /** Services with open alert groups. */
  readonly openServices: ReadonlySet<string>;
  readonly secretHashes: SecretHashes;
}
export interface Invitation {
  readonly personId: string;
  readonly email: string;
  readonly name: string;
  readonly role: 'member' | 'observer';
  readonly timeZone?: string | undefined;
}
/** A schedule whose rules change. */
export interface ChangedRules {
  readonly scheduleId: string;
  readonly label: string;
  readonly data: Readonly<Record<string, unknown>>;
}
export interface PlannedFiles {
  /** With addresses: what the digest is of. */
  readonly changes: readonly ConfigChange[];
  /** As the viewer may read them. */
  readonly shownChanges: readonly ConfigChange[];
  readonly labelOf: (id: string) => string;
  readonly shownOf: (id: string) => string;
  readonly steps: readonly ConfigStep[];
  readonly invitations: readonly Invitation[];
  readonly rules: readonly ChangedRules[];
  readonly unchanged: number;
  readonly drift: number;
  readonly warnings: readonly string[];
  readonly errors: readonly FileError[];
  /** Integration keys of the environment, by integration. */
  readonly keys: Readonly<Record<string, readonly string[]>>;
  /** Variables by connection and name of the secret. */
  readonly secrets: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** What is looked up and collected while one plan is made. */
export interface PlanningInput extends PlanInput {
  readonly directory: Directory;
  readonly errors: Errors;
}

/** Phases of commands. `last`: after everything that is new or changed. */
export type ItemCommands = Partial<Record<ItemKind | 'last', readonly NonNullable<ConfigStep['command']>[]>>;

export interface PlannedItem {
  readonly item: Item;
  readonly change: ConfigChange | undefined;
  readonly shownChange: ConfigChange | undefined;
  readonly isDrift: boolean;
  readonly steps: Partial<Record<keyof ItemCommands, readonly ConfigStep[]>>;
  /** Owned from now on without a command. */
  readonly adopted: OwnedItem | undefined;
  readonly rules: ChangedRules | undefined;
  readonly keys: readonly string[];
  readonly secrets: Readonly<Record<string, string>>;
}
