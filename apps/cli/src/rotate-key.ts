import { openDataFolder } from '@tocsin/platform/data-folder/data-folder.js';
import { version } from '@tocsin/platform/data-folder/program-version.js';
import { rotateMasterKey } from '@tocsin/platform/vault/rotate-key.js';
import { CliRefused } from './cli-refused.js';
import { requireData, type Settings } from './settings.js';
import type { Terminal } from './progress-bar.js';

/** `tocsin rotate-key`: needs a stopped server, which would otherwise continue with the old key. */
export const rotateKeyCommand = async (_args: readonly string[], settings: Settings, terminal: Terminal): Promise<number> => {
  requireData(settings);
  const { data, masterKey, newMasterKey } = settings;
  if (masterKey !== undefined && newMasterKey === undefined) {
    throw new CliRefused('TOCSIN_MASTER_KEY is set, so set the new key in TOCSIN_NEW_MASTER_KEY. Create one with: openssl rand -base64 32');
  }
  const now = new Date().toISOString();
  const folder = openDataFolder(data, { program: version, now });
  try {
    const count = rotateMasterKey({ folder: folder.room('vault'), current: masterKey, fresh: newMasterKey, now });
    terminal.write(`${count} keys and secrets are sealed by the new master key; the old one no longer opens them.\n`);
    terminal.write(
      masterKey === undefined
        ? 'The new key is in vault/master.key. Keep a copy elsewhere.\n'
        : 'Start the server with TOCSIN_MASTER_KEY set to the new one.\n',
    );
    terminal.write('Earlier backups still need the old key: keep it as long as you keep them.\n');
    return 0;
  } finally {
    await folder.close();
  }
};
