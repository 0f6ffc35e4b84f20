import type { Meta } from '@tocsin/contracts/envelope.js';
import type { RedactedPlace } from '@tocsin/domain/operation/redactions/redactions.js';
import { redactText } from '@tocsin/domain/operation/redactions/redact-text.js';
import type { StoredEvent } from '@tocsin/platform/event-log/event-log.js';
import { isTextSubject } from '@tocsin/platform/vault/text-keys.js';
import { destroyInCopies } from '@tocsin/platform/vault/vault-copies.js';
import type { ServerParts } from '../core/server-parts.js';
import { writeErasureList } from './erasure-list.js';

type Dependencies = Pick<ServerParts, 'codec' | 'decode' | 'decrypted' | 'folder' | 'log' | 'memory' | 'runner' | 'vault' | 'views'>;

/** The subject of the text’s own key; undefined for plain text and for text under the key of a person or a month. */
const subjectOfText = ({ meta }: StoredEvent, path: readonly string[]): string | undefined => {
  const { enc = [] } = JSON.parse(meta) as Meta;
  return enc.find((field) => field.path === path.join('.') && isTextSubject(field.subject))?.subject;
};

/**
 * Destroys the keys of redacted texts, here and in the copies under `backups/`, so that their bytes can never be read again. Memory
 * and its snapshot are cleaned first, while it is still known what to look for: after a crash at any point, everything is done
 * again.
 */
export const destroyTexts = async (parts: Dependencies, places: readonly RedactedPlace[]): Promise<void> => {
  const { log, codec, memory, vault, folder } = parts;
  const subjects: string[] = [];
  for (const { ordinal, path } of places) {
    const [storedEvent] = await log.readOrdinals([ordinal]);
    const subject = storedEvent && subjectOfText(storedEvent, path);
    if (!storedEvent || subject === undefined) continue;
    subjects.push(subject);
    redactText(memory, codec.decode(storedEvent), path);
  }
  if (subjects.length === 0) return;
  await parts.decrypted.forget();
  for (const subject of subjects) vault.destroy(subject);
  await destroyInCopies(folder.room('backups'), subjects);
  writeErasureList(parts);
  // data read in between was still decrypted with the key
  await parts.decrypted.forgetRead();
};
