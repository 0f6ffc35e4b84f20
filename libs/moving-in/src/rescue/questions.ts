import type { BlockFile } from './block-file.js';
import type { Progress } from './progress.js';
import type { About, Ask, Kind, System } from './source.js';

/** One answer, a line of a file. */
export interface Line {
  readonly asked: string;
  readonly graphql?: Ask['graphql'];
  readonly status: number;
  readonly at: string;
  readonly body: unknown;
}

export interface Question {
  readonly ask: Ask;
  readonly about: About;
}

/** GraphQL says in an answer of 200 that it refuses. */
export const isRead = ({ status, body }: Pick<Line, 'status' | 'body'>): boolean =>
  status >= 200 && status < 300 && !(typeof body === 'object' && body !== null && 'errors' in body);

const beginning = '2010-01-01T00:00:00.000Z';
const day = 86_400_000;

/** All that is asked for a kind, always in the same order, so that a number says how far a killed run had come. */
export class Questions {
  constructor(
    private readonly system: System,
    private readonly progress: () => Progress,
    private readonly fileOf: (kind: string) => BlockFile,
  ) {}

  async *of(kind: Kind): AsyncGenerator<Question> {
    for await (const { row, listedBy } of this.rowsFor(kind)) {
      for (const { from, to } of this.windows(kind)) {
        const about = { row, listedBy, at: this.progress().at, from, to };
        const asks = kind.ask(about);
        for (const ask of asks === null ? [] : [asks].flat()) yield { ask, about };
      }
    }
  }

  /** About how many there are; undefined: not known yet. */
  count(kind: Kind): number | undefined {
    const parents = (kind.of ?? []).map((name) => this.progress().kinds[name]);
    if (parents.some((parent) => parent?.isDone !== true)) return undefined;
    const rows = kind.of === undefined ? 1 : parents.reduce((sum, parent) => sum + (parent?.rows ?? 0), 0);
    return rows * this.windows(kind).length;
  }

  private async *rowsFor(kind: Kind): AsyncGenerator<Pick<About, 'row' | 'listedBy'>> {
    if (kind.insteadOf !== undefined && this.progress().kinds[kind.insteadOf]?.unread === 0) return;
    if (kind.of === undefined) yield { row: {}, listedBy: { path: '' } };
    const seen = new Set<unknown>();
    for (const name of kind.of ?? []) yield* this.rowsOf(name, seen);
  }

  /** Each once: lists that go on from the last row’s instant repeat some. */
  private async *rowsOf(name: string, seen: Set<unknown>): AsyncGenerator<Pick<About, 'row' | 'listedBy'>> {
    const rowsIn = this.system.kinds.find((kind) => kind.name === name)?.rows ?? this.system.rows;
    for await (const text of this.fileOf(name).lines(this.progress().kinds[name]?.bytes ?? 0)) {
      const line = JSON.parse(text) as Line;
      if (!isRead(line)) continue;
      for (const row of rowsIn(line.body)) {
        const id: unknown = row.id ?? row.teamId;
        if (id !== undefined && seen.has(id)) continue;
        seen.add(id);
        yield { row, listedBy: askOf(line) };
      }
    }
  }

  private windows({ windowDays, of, isHistory }: Kind): readonly Pick<About, 'from' | 'to'>[] {
    const { at, since } = this.progress();
    if (windowDays === undefined) return [{ from: isHistory ? (since ?? beginning) : at, to: at }];
    const first = since === null ? Date.parse(at) - (of === undefined ? 10 : 2) * 365 * day : Date.parse(since);
    const count = Math.max(1, Math.ceil((Date.parse(at) - first) / (windowDays * day)));
    return Array.from({ length: count }, (_, n) => ({
      from: toInstant(first + n * windowDays * day),
      to: toInstant(Math.min(Date.parse(at), first + (n + 1) * windowDays * day)),
    }));
  }
}

const toInstant = (millis: number): string => new Date(millis).toISOString();

export const methodOf = ({ graphql }: Pick<Ask, 'graphql'>): string => (graphql === undefined ? 'GET' : 'POST');

const askOf = ({ asked, graphql }: Line): Ask => ({
  path: asked.slice(asked.indexOf(' ') + 1),
  ...(graphql === undefined ? {} : { graphql }),
});
