import { given, foldRows } from '@tocsin/kernel/decide/given.js';
import { byAdmin, byBo, byOwner, recordedFacts } from '../../configuration.fixture.js';
import { backupsDecider } from './decider.js';
import { backupsConfigured, backupsTurnedOff } from './facts.fixture.js';
import { backupsKey, backupsView } from './views.js';

const admin = { actor: byAdmin };
const command = { type: 'ConfigureBackups', data: { ...backupsConfigured.data, keepsSecret: false } };
const kept = { ...command, data: { ...command.data, everyMinutes: 60, keepsSecret: true } };
const folder = { ...command, data: { ...command.data, address: '/mnt/backups', keyId: null, secretRef: null } };
const turnOff = { type: 'TurnOffBackups', data: {} };

describe('the destination of backups', () => {
  it('is set by owners and admins, and set to the same is nothing new', () => {
    for (const actor of [byOwner, byAdmin]) expect(given(backupsDecider).when(command, { actor }).facts()).toEqual([backupsConfigured]);
    expect(given(backupsDecider, [backupsConfigured]).when(command, admin).nothing()).toBe(true);
    for (const asked of [command, turnOff])
      expect(given(backupsDecider, [backupsConfigured]).when(asked, { actor: byBo }).refusal()).toBe('permission.denied');
  });

  it('keeps its secret while that is the one that is there', () => {
    expect(given(backupsDecider, [backupsConfigured]).when(kept, admin).facts()).toEqual([
      { type: 'BackupsConfigured', data: { ...backupsConfigured.data, everyMinutes: 60 } },
    ]);
    const replaced = { ...backupsConfigured, data: { ...backupsConfigured.data, secretRef: 'backup-secret:2' } };
    expect(given(backupsDecider, [backupsConfigured, replaced]).when(kept, admin).refusal()).toBe('backups.secret_missing');
    expect(given(backupsDecider).when(kept, admin).refusal()).toBe('backups.secret_missing');
  });

  it('names the secret that is no longer needed', () => {
    const { endedRef } = given(backupsDecider, [backupsConfigured]).when(folder, admin).facts()[0]!.data as { endedRef?: string };
    expect(endedRef).toBe('backup-secret:1');
  });

  it('is turned off once', () => {
    expect(given(backupsDecider, [backupsConfigured]).when(turnOff, admin).facts()).toEqual([backupsTurnedOff]);
    expect(given(backupsDecider, [backupsConfigured, backupsTurnedOff]).when(turnOff, admin).nothing()).toBe(true);
  });

  it('is one row in memory, and none once it is turned off', () => {
    expect([...foldRows(backupsView, recordedFacts([backupsConfigured]))]).toEqual([[backupsKey, backupsConfigured.data]]);
    expect([...foldRows(backupsView, recordedFacts([backupsConfigured, backupsTurnedOff]))]).toEqual([]);
  });
});
