import type { Core } from '../core/core.js';
import type { PublicAddress } from '../core/public-address.js';
import type { Troubles } from '../core/trouble.js';

/** What effects reach of a server: no more, so that whoever has it may have them. */
export interface EffectCore extends Pick<
  Core,
  'clock' | 'codec' | 'decode' | 'epoch' | 'held' | 'log' | 'reads' | 'redactions' | 'runner' | 'vault'
> {
  readonly troubles: Pick<Troubles, 'note'>;
}

export type ShownAddress = Pick<PublicAddress, 'url'>;
