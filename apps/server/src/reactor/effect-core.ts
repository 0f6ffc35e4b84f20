import type { CommandRunner } from '@tocsin/platform/bus/command-runner.js';
import type { Core } from '../core/core.js';
import type { PublicAddress } from '../core/public-address.js';
import type { Troubles } from '../core/trouble.js';

/** What effects reach of a server: no more, so that whoever has it may have them. */
export interface EffectCore extends Pick<Core, 'clock' | 'codec' | 'decode' | 'epoch' | 'held' | 'log' | 'reads' | 'redactions' | 'vault'> {
  readonly runner: Pick<CommandRunner, 'state'>;
  readonly troubles: Pick<Troubles, 'note'>;
}

export type ShownAddress = Pick<PublicAddress, 'url'>;
