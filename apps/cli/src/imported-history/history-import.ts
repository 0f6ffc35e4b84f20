import type { CompletenessOfKind } from '@tocsin/contracts/imported-history/events.js';
import { redactedText } from '@tocsin/contracts/redactions/noun.js';
import type { Meta } from '@tocsin/contracts/envelope.js';
import type { ForeignFact } from '@tocsin/domain/observers/moving-in/history/foreign-fact.js';
import { historyReaders } from '@tocsin/domain/observers/moving-in/history/history-readers.js';
import { deriveNamedId } from '@tocsin/kernel/ids.js';
import { systemActor } from '@tocsin/kernel/react/process.js';
import type { NewForeignEvent, SeparateLogWriter } from '@tocsin/platform/separate-log/separate-log-writer.js';
import { isRead, type Line } from '@tocsin/moving-in/rescue/questions.js';
import { Completeness } from './completeness.js';
import { dataOf, streamOf, typeOf, type Imported } from './foreign-events.js';
import type { NewPerson, ReferencedPeople } from './referenced-people.js';
import { linesOf, type RescuedFolder } from './rescued-people.js';

/** Written together: what a kill costs. */
const block = 1_000;

export interface HistoryProgress {
  /** The hash of the rescue’s manifest. */
  readonly rescue: string;
  readonly kind: number;
  readonly line: number;
  readonly counts: readonly CompletenessOfKind[];
}

export interface HistoryImportParts {
  readonly folder: RescuedFolder;
  readonly imported: Imported;
  readonly rescue: string;
  readonly people: ReferencedPeople;
  readonly writer: SeparateLogWriter;
  readonly mac: (text: string) => string;
  readonly onProgress: (kind: string, line: number) => void;
}

export interface ImportResult {
  readonly added: number;
  readonly counts: readonly CompletenessOfKind[];
}

/** The mark of an alert whose texts were redacted: what is imported of it later has none. */
const redacted = 'ImportedTextsRedacted';
const noWords = { title: redactedText, body: '' };

interface Known {
  readonly state: number;
  readonly hash: string;
}

/** Appends what is new and what changed: the id of an event is its original’s, with the number of its state, so a repeat adds nothing. */
export class HistoryImport {
  private readonly counts: Completeness;
  private waiting: ForeignFact[] = [];
  private added = 0;

  constructor(
    private readonly parts: HistoryImportParts,
    private readonly begun: HistoryProgress | null,
  ) {
    this.counts = new Completeness(begun?.counts);
  }

  async run(): Promise<ImportResult> {
    const { imported, people } = this.parts;
    const readers = Object.entries(historyReaders[imported.system]);
    await this.writePeople(people.takeNew());
    await this.knowMonths();
    const { kind: firstKind = 0, line: firstLine = 0 } = this.begun ?? {};
    for (const [n, [kind, read]] of readers.entries()) {
      if (n < firstKind) continue;
      let number = 0;
      for await (const line of linesOf(this.parts.folder, kind)) {
        number += 1;
        if (n === firstKind && number <= firstLine) continue;
        this.take(kind, line, read);
        if (this.waiting.length >= block) await this.flush({ kind: n, line: number });
        this.parts.onProgress(kind, number);
      }
      await this.flush({ kind: n + 1, line: 0 });
    }
    await this.writeRescue();
    return { added: this.added, counts: this.counts.all };
  }

  private take(kind: string, line: Line, read: (line: Line) => readonly ForeignFact[]): void {
    if (!isRead(line)) return this.counts.refused(kind, line.asked);
    for (const fact of read(line)) {
      // an original without an id can’t be told from another
      if (fact.id === '') continue;
      if (fact.kind === 'signal' && fact.isListed) this.counts.listed(fact);
      else this.counts.read(fact);
      this.waiting.push(fact);
    }
  }

  /** What is refused of an alert is counted in its month. */
  private async knowMonths(): Promise<void> {
    const read = historyReaders[this.parts.imported.system].alerts;
    for await (const line of linesOf(this.parts.folder, 'alerts')) {
      if (isRead(line) && read) for (const { id, at } of read(line)) this.counts.know(id, at);
    }
  }

  private async flush(at: Pick<HistoryProgress, 'kind' | 'line'>): Promise<void> {
    const { imported, writer, rescue, people } = this.parts;
    const streams = byStream(imported.system, this.waiting.splice(0));
    const batches: { readonly stream: string; readonly revision: number; readonly events: readonly NewForeignEvent[] }[] = [];
    for (const [stream, facts] of streams) {
      const stored = await writer.readStream(stream);
      const events = this.newEvents(facts, knownIn(stored));
      if (events.length > 0) batches.push({ stream, revision: stored.at(-1)?.revision ?? -1, events });
    }
    await this.writePeople(people.takeNew());
    const count = batches.reduce((sum, { events }) => sum + events.length, 0);
    writer.prepareTexts(count);
    await Promise.all(batches.map(({ stream, revision, events }) => writer.append(stream, revision, events, this.metaOf(stream))));
    this.added += count;
    await writer.checkpoint({ rescue, ...at, counts: this.counts.all } satisfies HistoryProgress);
  }

  private newEvents(facts: readonly ForeignFact[], known: Map<string, Known>): readonly NewForeignEvent[] {
    const { imported, people, mac } = this.parts;
    const hasSignal = [...known.keys()].some((key) => key.startsWith('ImportedSignal '));
    return facts.flatMap((fact): readonly NewForeignEvent[] => {
      if (fact.kind === 'signal' && fact.isListed && (hasSignal || known.has(`ImportedSignal ${fact.id}`))) return [];
      const type = typeOf(fact);
      // an act’s id, a page’s and a duty’s may have an account’s in it
      const foreignId = fact.kind === 'signal' ? fact.id : mac(fact.id);
      const hash = mac(JSON.stringify(fact.original));
      const before = known.get(`${type} ${foreignId}`);
      if (before?.hash === hash) return [];
      const state = (before?.state ?? 0) + 1;
      known.set(`${type} ${foreignId}`, { state, hash });
      const id = deriveNamedId('imported', imported.system, imported.account, type, foreignId, state);
      const data = dataOf(fact, { ...imported, foreignId, state, hash }, people);
      return [{ id, type, data: known.has(redacted) && 'words' in data ? { ...data, words: noWords } : data }];
    });
  }

  private async writePeople(fresh: readonly NewPerson[]): Promise<void> {
    const { imported, writer, folder } = this.parts;
    const { system, account } = imported;
    const stream = `imported-people-${system}`;
    for (const { key, addressKey, who, name, address, accountId } of fresh) {
      const one = `${stream}-${key}`;
      const stored = await writer.readStream(one);
      const isKnown = stored.some(({ data }) => {
        const known = JSON.parse(data) as { readonly folder: string; readonly who: { readonly id: string } };
        return known.folder === folder.keptIn && known.who.id === who.id;
      });
      if (isKnown) continue;
      const id = deriveNamedId('imported', system, account, 'person', key, stored.length + 1);
      const data = { system, account, key, addressKey, who, name, address, accountId, folder: folder.keptIn };
      await writer.append(one, stored.at(-1)?.revision ?? -1, [{ id, type: 'ImportedPerson', data }], this.metaOf(one));
    }
  }

  private async writeRescue(): Promise<void> {
    const { imported, writer, rescue, folder } = this.parts;
    const { system, account, recordedAt } = imported;
    const stream = `imported-rescue-${system}`;
    const stored = await writer.readStream(stream);
    const id = deriveNamedId('imported', system, account, 'rescue', rescue, folder.keptIn);
    if (!stored.some((event) => event.id === id)) {
      const { at: rescuedAt, since, untold } = folder.manifest;
      const data = { system, account, folder: folder.keptIn, rescuedAt, since, recordedAt, completeness: this.counts.all, untold };
      await writer.append(stream, stored.at(-1)?.revision ?? -1, [{ id, type: 'ImportedRescue', data }], this.metaOf(stream));
    }
    await writer.checkpoint(null);
  }

  private metaOf(stream: string): Meta {
    const commandId = deriveNamedId('import-history', this.parts.rescue, stream);
    const { recordedAt: at } = this.parts.imported;
    return {
      at,
      actor: systemActor,
      commandId,
      correlationId: commandId,
      causationId: null,
      logic: 'import-history',
      node: 'import-history',
    };
  }
}

function byStream(system: string, facts: readonly ForeignFact[]): ReadonlyMap<string, readonly ForeignFact[]> {
  const streams = new Map<string, ForeignFact[]>();
  for (const fact of facts) {
    const stream = streamOf(system, fact);
    const known = streams.get(stream);
    if (known) known.push(fact);
    else streams.set(stream, [fact]);
  }
  return streams;
}

function knownIn(stored: readonly { readonly type: string; readonly data: string }[]): Map<string, Known> {
  const known = new Map<string, Known>();
  for (const { type, data } of stored) {
    const { foreignId, state, hash } = JSON.parse(data) as Known & { readonly foreignId: string };
    known.set(type === redacted ? redacted : `${type} ${foreignId}`, { state, hash });
  }
  return known;
}
