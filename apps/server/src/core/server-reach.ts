import type { CommandRunner } from '@tocsin/platform/bus/command-runner.js';
import type { PublicAddress } from './public-address.js';
import type { ServerParts } from './server-parts.js';
import type { BackgroundErrors } from './background-errors.js';
import { quarantineOf } from './store-quarantine.js';

/** The parts of a server that effects may use: read access only, because the results of effects are recorded as outcomes. */
export interface ReactorServerParts extends Pick<ServerParts, 'clock' | 'codec' | 'decode' | 'log' | 'reads' | 'redactions' | 'vault'> {
  readonly runner: Pick<CommandRunner, 'readState'>;
  readonly troubles: Pick<BackgroundErrors, 'note'>;
  /** The epoch of this server’s reactor. */
  readonly epoch: number;
  /** Start of the pause; null when sending is not paused. */
  readonly held: { readonly since: string } | null;
}

export type DisplayedAddress = Pick<PublicAddress, 'url'>;

export const reachOf = (parts: ServerParts): ReactorServerParts => ({
  ...parts,
  get epoch() {
    return parts.reacting.epoch;
  },
  get held() {
    return quarantineOf(parts.reads);
  },
});
