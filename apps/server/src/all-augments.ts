import type { Provider } from '@nestjs/common';
import { augmentsOfRooms, type Augments } from './command/augmentation.js';
import { exportAugments } from './exported-files/export-augments.js';
import { Sealer } from './operate/sealer.js';
import { signInAugments } from './sign-in/augments.js';

/** What rooms add to their own commands. */
export const allAugments: Provider = {
  provide: augmentsOfRooms,
  useFactory: (sealer: Sealer): Augments => ({ ...signInAugments, ...exportAugments(() => sealer.seal()) }),
  inject: [Sealer],
};
