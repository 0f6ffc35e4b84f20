import { partOf } from '@tocsin/testing/deep-partial.js';
import type { AugmentInput } from './augmentation.js';
import { backupAugments } from './backup-augments.js';

it('backups that the environment sets are not changed on a screen', () => {
  const settings = { address: '/backups', everyMinutes: 60, keepDays: 30, keyId: null, secret: null };
  const configure = () => backupAugments.ConfigureBackups!(settings as never, partOf<AugmentInput>({ parts: { config: { backup: {} } } }));
  expect(configure).toThrow(expect.objectContaining({ code: 'backups.set_by_environment' }));
});
