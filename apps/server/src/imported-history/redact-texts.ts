import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Meta } from '@tocsin/contracts/envelope.js';
import type { RedactedAlert } from '@tocsin/contracts/imported-history/answers.js';
import { foreignContract } from '@tocsin/contracts/imported-history/events.js';
import { withFolderLock } from '@tocsin/moving-in/rescue/folder-lock.js';
import { RescueRefused } from '@tocsin/moving-in/rescue/rescue-refused.js';
import { replaceFileSync } from '@tocsin/platform/data-folder/replace-file.js';
import { openSeparateVault, type SeparateLogPlaces } from '@tocsin/platform/separate-log/separate-log.js';
import { SeparateLogWriter } from '@tocsin/platform/separate-log/separate-log-writer.js';
import { readVault } from '@tocsin/platform/vault/sqlite-vault.js';
import { isTextSubject } from '@tocsin/platform/vault/text-keys.js';
import { destroyInCopies, destroyInFile } from '@tocsin/platform/vault/vault-copies.js';

export interface RedactionOrder {
  readonly places: SeparateLogPlaces;
  /** The folder of the own vault. */
  readonly vault: string;
  readonly masterKey: string | undefined;
  readonly backups: string;
  /** Names what is read of the history: it has the texts in clear. */
  readonly build: string;
}

export interface TextsToRedact extends RedactedAlert {
  /** Of its event, which is appended once. */
  readonly eventId: string;
  readonly by: string;
  readonly at: string;
}

/** `busy`: an import is writing. */
export type Redacted = 'done' | 'unknown' | 'busy';

const markIn = ({ places }: RedactionOrder): string => join(places.log, 'redacting.json');

/** Whether one was stopped in the middle. */
export const isRedactionUnfinished = (places: SeparateLogPlaces): boolean => existsSync(join(places.log, 'redacting.json'));

/** Destroys the keys of an alert’s texts. A mark says what is being done, so that it is finished after a kill at any point. */
export async function redactTexts(order: RedactionOrder, alert: TextsToRedact | null): Promise<Redacted> {
  try {
    return await withFolderLock(order.places.log, async () => {
      const unfinished = markedIn(order);
      if (unfinished !== null) await carryOut(order, unfinished);
      return alert === null ? 'done' : carryOut(order, alert);
    });
  } catch (error) {
    if (error instanceof RescueRefused) return 'busy';
    throw error;
  }
}

const markedIn = (order: RedactionOrder): TextsToRedact | null =>
  existsSync(markIn(order)) ? (JSON.parse(readFileSync(markIn(order), 'utf8')) as TextsToRedact) : null;

async function carryOut(order: RedactionOrder, alert: TextsToRedact): Promise<Redacted> {
  const { places, vault, masterKey, backups, build } = order;
  const main = readVault(vault, masterKey);
  const own = openSeparateVault(places, main, 'write');
  if (own === null) return 'unknown';
  const writer = new SeparateLogWriter(places, { main, own, isOfMain: (subject) => subject.startsWith('person:') }, foreignContract);
  try {
    const stream = `imported-alert-${alert.system}-${alert.id}`;
    const stored = await writer.readStream(stream);
    if (stored.length === 0) return 'unknown';
    replaceFileSync(markIn(order), JSON.stringify(alert));
    rmSync(build, { force: true });
    if (!stored.some(({ id }) => id === alert.eventId)) {
      const data = { system: alert.system, alertId: alert.id, by: alert.by, recordedAt: alert.at };
      await writer.append(stream, stored.at(-1)!.revision, [{ id: alert.eventId, type: 'ImportedTextsRedacted', data }], metaOf(alert));
    }
    await writer.hash();
    const subjects = stored.flatMap(({ meta }) => (JSON.parse(meta) as Meta).enc ?? []).flatMap(({ subject }) => subject);
    const texts = subjects.filter(isTextSubject);
    await destroyInFile(join(places.vault, 'vault.db'), texts);
    await destroyInCopies(backups, texts, [], join('vault', 'imported', 'vault.db'));
    // that a restored copy forgets them, too: the list of erasures is made of these
    await destroyInFile(join(vault, 'vault.db'), texts);
    rmSync(markIn(order), { force: true });
    return 'done';
  } finally {
    await writer.close();
    main.close();
  }
}

const metaOf = ({ by, at, eventId: commandId }: TextsToRedact): Meta => ({
  at,
  actor: { kind: 'person', id: by, roles: [] },
  commandId,
  correlationId: commandId,
  causationId: null,
  logic: 'redaction',
  node: 'server',
});
