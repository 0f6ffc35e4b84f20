import type { events as backupEvents } from '@tocsin/contracts/backups/noun.js';
import { type Sentences } from '../../../data/words/sentence.js';

export const backupSentences: Sentences<keyof typeof backupEvents> = {
  BackupsConfigured: ({ data, meta }, names) =>
    `${names.actor(meta.actor)} set backups${data.address === '' ? '' : ` to ${data.address.split('?')[0]}`}, every ${data.everyMinutes} min, kept for ${data.keepDays} days.`,
  BackupsTurnedOff: ({ meta }, names) => `${names.actor(meta.actor)} turned backups off.`,
};
