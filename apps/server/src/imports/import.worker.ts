import { readFileSync } from 'node:fs';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { eventContract } from '@tocsin/contracts/catalogue.js';
import * as importLimits from '@tocsin/contracts/imports/limits.js';
import { decodeTable } from '@tocsin/domain/observers/imports/decode-table.js';
import { createImportedEvents } from '@tocsin/domain/observers/imports/events.js';
import { importOwner, namesOf } from '@tocsin/domain/observers/imports/installation.js';
import { isWide, parseAlerts } from '@tocsin/domain/observers/imports/parse.js';
import { tableOf } from '@tocsin/domain/observers/imports/table.js';
import { domain } from '@tocsin/domain/registry.js';
import type { StoredForm } from '@tocsin/kernel/replay/stored-form.js';
import { currentFormat } from '@tocsin/platform/data-folder/folder-label.js';
import { makeFolder } from '@tocsin/platform/data-folder/staged-folder.js';
import { version } from '@tocsin/platform/data-folder/program-version.js';
import { hashPassword } from '@tocsin/platform/side/passwords.js';
import { createSecret } from '../secrets/random-secrets.js';
import { hasTooMany } from './refused-table.js';
import type { ImportReply, ImportThread } from './worker-messages.js';

const toStoredForm: StoredForm = (type, data) => ({ v: eventContract(type)!.v, data: JSON.parse(JSON.stringify(data)) as unknown });

const runImport = async ({ file, format, map, path, name, masterKey, now }: ImportThread, port: MessagePort): Promise<void> => {
  const post = (message: ImportReply): void => port.postMessage(message);
  const parsed = parseAlerts(decodeTable(readFileSync(file), format), format, map, importLimits.imports.rows);
  const { services, people } = namesOf(parsed.alerts);
  const names = { services: services.length, people: people.length };
  post({ kind: 'read', table: tableOf(parsed, importLimits.imports.notes), names });
  if (parsed.alerts.length === 0 || parsed.rows > importLimits.imports.rows || isWide(parsed.columns) || hasTooMany(names)) return;
  const events = createImportedEvents(parsed.alerts, { domain, written: toStoredForm, format: currentFormat, organisation: name });
  // a random password, because no one signs in to it: reports and backtests read it from here
  const nobodys = await hashPassword(createSecret());
  const storeSecrets: Parameters<typeof makeFolder>[0]['secrets'] = (vault) => vault.putSecret(importOwner.passwordRef, nobodys);
  const count = await makeFolder({
    path,
    logKind: 'import',
    program: version,
    now,
    masterKey,
    contractOf: eventContract,
    events,
    secrets: storeSecrets,
  });
  post({ kind: 'written', events: count });
};

if (parentPort) void runImport(workerData as ImportThread, parentPort);
