import type { ViewsKeeper } from '../projector/views-keeper.js';
import type { OpenedDependencies } from './parts.js';

type Dependencies = Pick<OpenedDependencies, 'decode' | 'runner' | 'snapshots'> & { readonly views: Pick<ViewsKeeper, 'projector'> };

/** All decrypted data in this process. */
export class DecryptRows {
  constructor(private readonly parts: Dependencies) {}

  /** Forgets it in memory and in the snapshot; memory is then read again with the remaining keys. */
  async forget(): Promise<void> {
    await this.forgetRead();
    await this.parts.snapshots.replace();
  }

  /** Forgets it in memory only: for data that was read again, with the key, while the key was being destroyed. */
  async forgetRead(): Promise<void> {
    this.parts.decode.forget();
    this.parts.runner.forget();
    await this.parts.views.projector.forget();
  }
}
