import { join } from 'node:path';
import { BlockFile } from './block-file.js';
import type { Client } from './client.js';
import { leaveOut, withoutToken } from './left-out.js';
import type { Outside } from './outside.js';
import { notBegun, progressFile, writeWhole, type KindProgress, type Progress } from './progress.js';
import type { ProgressLine } from './progress-line.js';
import { isRead, methodOf, Questions, type Line, type Question } from './questions.js';
import { RescueStopped } from './rescue-stopped.js';
import type { Seal } from './seal.js';
import type { Ask, Kind, System } from './source.js';

/** A block is written as soon as it has this much: what a kill costs, and what is asked again. */
const blockLines = 100;
const blockBytes = 1024 * 1024;

export const fileName = (kind: string, encrypts: boolean): string => `${kind}.ndjson.gz${encrypts ? '.sealed' : ''}`;
export const keysFile = 'keys.ndjson.gz.sealed';

interface Parts {
  readonly folder: string;
  readonly system: System;
  readonly client: Client;
  readonly outside: Outside;
  readonly line: ProgressLine;
  readonly seal: Seal | null;
  /** Texts that no file may have: the token, in each form in which it is sent. */
  readonly hidden: readonly string[];
}

/** Asks for everything that is still missing and writes it down, kind after kind. */
export class Collector {
  private readonly questions: Questions;
  private readonly keys: BlockFile;
  private lines: string[] = [];
  private bytes = 0;
  private secrets: string[] = [];
  private leftOut = 0;

  constructor(
    private readonly parts: Parts,
    public progress: Progress,
  ) {
    this.questions = new Questions(
      parts.system,
      () => this.progress,
      (kind) => this.fileOf(kind),
    );
    this.keys = new BlockFile(join(parts.folder, keysFile), keysFile, parts.seal);
  }

  async run(): Promise<void> {
    const { kinds } = this.parts.system;
    for (const kind of kinds) {
      if (!this.of(kind).isDone) await this.collect(kind);
    }
    if (kinds.every((kind) => this.of(kind).lines === this.of(kind).unread)) {
      throw new RescueStopped(
        `${this.parts.system.title} refused every question. Is the token one that may read everything, and the address right?`,
      );
    }
  }

  fileOf(kind: string): BlockFile {
    const name = fileName(kind, this.progress.encrypts);
    return new BlockFile(join(this.parts.folder, name), name, this.progress.encrypts ? this.parts.seal : null);
  }

  private of(kind: Kind): KindProgress {
    return this.progress.kinds[kind.name] ?? notBegun;
  }

  private async collect(kind: Kind): Promise<void> {
    const begun = this.of(kind);
    let state = { ...begun };
    let number = 0;
    for await (const question of this.questions.of(kind)) {
      number += 1;
      if (number <= begun.asked) continue;
      state = await this.answerWhole(kind, { ...question, number }, state);
    }
    await this.commit(kind, { ...state, asked: number, next: null, isDone: true });
  }

  /** A list with all of its pages. */
  private async answerWhole(
    kind: Kind,
    { ask: first, about, number }: Question & { readonly number: number },
    begun: KindProgress,
  ): Promise<KindProgress> {
    const seen = new Set<string>();
    let [state, ask]: [KindProgress, Ask | null] = [begun, begun.next ?? first];
    while (ask !== null) {
      seen.add(keyOf(ask));
      const answer = await this.parts.client.ask(ask);
      this.stopAtWrongAddress(kind, answer.status);
      const read = isRead(answer);
      const wanted: Ask | null = read ? (kind.next ?? this.parts.system.next)(ask, answer.body, about) : null;
      const circle: string | null = wanted !== null && seen.has(keyOf(wanted)) ? keyOf(wanted) : null;
      this.take(kind, ask, circle === null ? answer : { status: answer.status, body: { repeats: circle, body: answer.body } });
      ask = circle === null ? wanted : null;
      const rows = read ? (kind.rows ?? this.parts.system.rows)(answer.body).length : 0;
      state = progressBy(state, { next: ask, asked: ask === null ? number : number - 1, rows, isRead: read });
      if (this.lines.length >= blockLines || this.bytes >= blockBytes) state = await this.commit(kind, state);
      this.parts.line.show(kind.name, { done: number, of: this.questions.count(kind), left: this.questionsLeft(kind, number) });
    }
    return state;
  }

  private take(kind: Kind, ask: Ask, { status, body }: Pick<Line, 'status' | 'body'>): void {
    const asked = `${methodOf(ask)} ${ask.path}`;
    const kept = leaveOut(body, new Set(kind.secrets), ({ field, value }) => {
      this.leftOut += 1;
      if (this.progress.keys === null) return 'secret';
      const key = this.progress.keys.count + this.secrets.length + 1;
      this.secrets.push(JSON.stringify({ key, kind: kind.name, asked, field, value }));
      return `key ${key}`;
    });
    const line: Line = {
      asked,
      ...(ask.graphql === undefined ? {} : { graphql: ask.graphql }),
      status,
      at: this.parts.outside.now().toISOString(),
      body: kept,
    };
    const text = withoutToken(JSON.stringify(line), this.parts.hidden);
    this.lines.push(text);
    this.bytes += text.length;
  }

  /** First the block, then how far it is: what a kill leaves behind the recorded end is written over. */
  private async commit(kind: Kind, state: KindProgress): Promise<KindProgress> {
    const bytes = this.lines.length === 0 ? state.bytes : await this.fileOf(kind.name).append(this.lines, state.bytes);
    const { keys } = this.progress;
    const written =
      keys !== null && this.secrets.length > 0
        ? { bytes: await this.keys.append(this.secrets, keys.bytes), count: keys.count + this.secrets.length }
        : keys;
    const next = { ...state, bytes, lines: state.lines + this.lines.length };
    this.progress = {
      ...this.progress,
      keys: written,
      leftOut: this.progress.leftOut + this.leftOut,
      kinds: { ...this.progress.kinds, [kind.name]: next },
    };
    await writeWhole(this.parts.folder, progressFile, JSON.stringify(this.progress));
    [this.lines, this.bytes, this.secrets, this.leftOut] = [[], 0, [], 0];
    return next;
  }

  /** At the very first question. */
  private stopAtWrongAddress(kind: Kind, status: number): void {
    const { kinds, title } = this.parts.system;
    if (kind !== kinds[0] || this.lines.length > 0 || this.of(kind).lines > 0 || (status !== 404 && status !== 422)) return;
    throw new RescueStopped(
      `${title} does not know this address or this kind of token (${status}). Is --url right? Accounts in the EU have an address of their own.`,
    );
  }

  private questionsLeft(kind: Kind, number: number): number {
    const { kinds } = this.parts.system;
    const later = kinds.slice(kinds.indexOf(kind) + 1).reduce((sum, one) => sum + (this.questions.count(one) ?? 0), 0);
    return later + Math.max(0, (this.questions.count(kind) ?? 1) - number);
  }
}

const progressBy = (
  before: KindProgress,
  { next, asked, rows, isRead: read }: Pick<KindProgress, 'next' | 'asked' | 'rows'> & { readonly isRead: boolean },
): KindProgress => ({
  ...before,
  next,
  asked,
  rows: before.rows + rows,
  unread: before.unread + (read ? 0 : 1),
});

const keyOf = ({ path, graphql }: Ask): string => (graphql === undefined ? path : `${path} ${JSON.stringify(graphql.variables)}`);
