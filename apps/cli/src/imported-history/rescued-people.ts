import { join } from 'node:path';
import type { KnownAccounts } from '@tocsin/domain/observers/moving-in/jsm.js';
import { BlockFile } from '@tocsin/moving-in/rescue/block-file.js';
import type { Manifest } from '@tocsin/moving-in/rescue/manifest.js';
import { textsAbout } from '@tocsin/moving-in/rescue/person-texts.js';
import { isRead, type Line } from '@tocsin/moving-in/rescue/questions.js';
import type { Seal } from '@tocsin/moving-in/rescue/seal.js';
import type { System } from '@tocsin/moving-in/rescue/source.js';

/** An account of the other system, with every text that names or reaches its person. */
export interface RescuedPerson {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly texts: readonly string[];
}

/** Where a copy is that was read from the system itself, and is deleted. */
export const deletedCopy = '';

export interface RescuedFolder {
  readonly path: string;
  /** The folder that still has it later. */
  readonly keptIn: string;
  readonly system: System;
  readonly manifest: Manifest;
  readonly seal: Seal | null;
}

export async function* linesOf({ path, manifest, seal }: RescuedFolder, kind: string): AsyncGenerator<Line> {
  const file = manifest.files.find((one) => one.kind === kind);
  if (file === undefined) return;
  for await (const text of new BlockFile(join(path, file.name), file.name, seal).lines(file.bytes)) yield JSON.parse(text) as Line;
}

/** `accounts`: of a system that does not tell addresses. */
export async function rescuedPeople(folder: RescuedFolder, accounts: KnownAccounts): Promise<readonly RescuedPerson[]> {
  const { system } = folder;
  const { people, rows } = system;
  const found = new Map<string, RescuedPerson>();
  for (const [id, { email, name }] of accounts) found.set(id, { id, email, name, texts: [id, email, name] });
  for await (const line of linesOf(folder, people.kind)) {
    if (!isRead(line)) continue;
    for (const row of rows(line.body)) {
      const id = String(row[people.id]);
      const texts = [id, ...textsAbout(system, row)];
      const names = people.names.map((field) => row[field]).filter((text): text is string => typeof text === 'string' && text !== '');
      const email = names.find((text) => text.includes('@')) ?? '';
      found.set(id, { id, email, name: names.findLast((text) => text !== email) ?? '', texts });
    }
  }
  for (const { name } of system.kinds.filter(({ isOfOnePerson }) => isOfOnePerson)) {
    for await (const line of linesOf(folder, name)) addOwn(found, system, line);
  }
  return [...found.values()];
}

function addOwn(found: Map<string, RescuedPerson>, system: System, line: Line): void {
  const person = isRead(line) ? line.asked.split(/[/?]/).map((part) => found.get(part)) : [];
  const of = person.find((one) => one !== undefined);
  if (of !== undefined) found.set(of.id, { ...of, texts: [...of.texts, ...textsAbout(system, line.body)] });
}
