import type { CommandData, CommandType } from '@tocsin/contracts/catalogue.js';
import type { CommandAnswer } from '@tocsin/contracts/command-answers.js';
import type { Actor } from '@tocsin/contracts/envelope.js';
import type { CommandRunner } from '@tocsin/platform/bus/command-runner.js';
import type { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import type { RateLimits } from '../http/rate-limits.js';
import type { ServerParts } from '../core/server-parts.js';
import type { AlertSearch } from '../query/alert-search.js';
import type { ViewReader } from '../query/view-reader.js';
import type { NewSecrets } from '../secrets/new-secrets.js';

/** Dependencies of augments, which load data for a command before it is decided. */
export interface AugmentDependencies extends Pick<
  ServerParts,
  'clock' | 'codec' | 'config' | 'feed' | 'log' | 'logKind' | 'reads' | 'side' | 'store' | 'vault'
> {
  readonly runner: Pick<CommandRunner, 'readState'>;
}

/**
 * The data that the server adds to a command before it is decided, and the extra fields of its answer. Secrets are random and are
 * stored only in the vault.
 */
export interface AugmentedCommand<Says = Readonly<Record<string, unknown>>> {
  readonly data: unknown;
  readonly says: Says;
}
export interface AugmentInput {
  readonly parts: AugmentDependencies;
  readonly viewReader: Pick<ViewReader, 'list'>;
  readonly alertSearch: Pick<AlertSearch, 'parse'>;
  readonly outgoing: OutgoingHttp;
  readonly rates: RateLimits;
  /**
   * Whether the command would change anything with this data. Throws HttpProblem when it would be refused: limits and rights come
   * before all that takes time.
   */
  readonly wouldChange: (data: unknown) => Promise<boolean>;
  /** Secrets that the event will refer to. */
  readonly secrets: NewSecrets;
  readonly callerId: string;
  readonly commandId: string;
  readonly actor: Actor;
  /** The public address, without a trailing slash. */
  readonly url: string;
}

type AugmentedFor<T extends CommandType> = AugmentedCommand<CommandAnswer<T>>;
export type Augment<T extends CommandType> = (data: CommandData<T>, with_: AugmentInput) => AugmentedFor<T> | Promise<AugmentedFor<T>>;

/** What is added to each command that something is added to. */
export type Augments = { readonly [T in CommandType]?: Augment<T> };

/** The injection token of what other rooms add to their own commands. */
export const augmentsOfRooms = 'augments of rooms';
