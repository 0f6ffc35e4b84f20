import type { ViewsKeeper } from '../projector/views-keeper.js';
import type { OpenedParts } from './parts.js';

type Needs = Pick<OpenedParts, 'decode' | 'runner' | 'snapshots'> & { readonly views: Pick<ViewsKeeper, 'projector'> };

/** Everything that this process has decrypted, wherever it is held. */
export class Decrypted {
  constructor(private readonly parts: Needs) {}

  /** In memory and in the snapshot of it: it is read again with the keys that are left. */
  async forget(): Promise<void> {
    await this.forgetRead();
    await this.parts.snapshots.replace();
  }

  /** The same, but for the snapshot: what was read again while a key was destroyed was read with it. */
  async forgetRead(): Promise<void> {
    this.parts.decode.forget();
    this.parts.runner.forget();
    await this.parts.views.projector.forget();
  }
}
