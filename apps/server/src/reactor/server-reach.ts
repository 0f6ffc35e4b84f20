import type { CommandRunner } from '@tocsin/platform/bus/command-runner.js';
import type { PublicAddress } from '../core/public-address.js';
import type { ServerParts } from '../core/server-parts.js';
import type { Troubles } from '../core/trouble.js';

/** What effects reach of a server: no more, so that whoever has it may have them. What they find out they record by their outcome alone. */
export interface ServerReach extends Pick<ServerParts, 'clock' | 'codec' | 'decode' | 'log' | 'reads' | 'redactions' | 'vault'> {
  readonly runner: Pick<CommandRunner, 'state'>;
  readonly troubles: Pick<Troubles, 'note'>;
  /** Of the reactor that leads here. */
  readonly epoch: number;
  /** Since when nothing is sent from here; null: it is. */
  readonly held: { readonly since: string } | null;
}

export type ShownAddress = Pick<PublicAddress, 'url'>;
