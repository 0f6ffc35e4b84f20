import { Injectable } from '@nestjs/common';
import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import { limits } from '@tocsin/contracts/limits.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { alertGroupText, searchTerms, type SearchTerm } from '@tocsin/contracts/search.js';
import { patternProblemOf } from '@tocsin/domain/rules/matchers.js';
import type { SearchedWord } from '@tocsin/platform/views/view-store.js';
import type { ServerParts } from '../core/server-parts.js';
import { Uses } from '../core/injection.js';
import { Computations } from './computations/computations.js';
import { foldPattern, type LabelMatch, type WantedLabels } from './label-matches.js';
import { invalidQuery } from './list-query.js';
import { ViewReader } from './view-reader.js';

const dependencies = ['reads', 'views'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

/** Group id → the line of one of its alerts that was found: its summary, or `label=value`. */
type FoundLines = ReadonlyMap<string, string>;

/** A parsed search: its conditions on groups, and what was found in alerts for each of them. */
export interface GroupSearch {
  readonly words: readonly SearchedWord[];
  /** For groups whose own text does not explain why they are listed: the line of an alert that does. */
  readonly linesOf: (rows: readonly AlertGroupRow[]) => readonly { readonly id: string; readonly text: string }[];
}

const searchesKept = 50;

/** Searches alert groups: their number, title and labels, names of services and teams, and the alerts inside them. */
@Injectable()
export class AlertSearch {
  /** What was found in alerts, by term: the parts of a list ask for the same. Valid for one position of the views. */
  private readonly found = new Map<string, Promise<FoundLines>>();
  private foundAt = -1;

  constructor(
    @Uses(dependencies) private readonly parts: Dependencies,
    private readonly viewReader: ViewReader,
    private readonly computations: Computations,
  ) {}

  /** The search of `q`. `person`: whose budget of work patterns use. Throws HttpProblem for an invalid pattern, and those of `Computations.compute`. */
  async parse(q: string | undefined, person: string): Promise<GroupSearch> {
    const { services, teams } = this.parts.reads;
    const terms = searchTerms(q, { services: [...services.all()], teams: [...teams.all()] });
    const found = await Promise.all(terms.map((term) => this.findInAlerts(term, person)));
    const words = terms.map(({ alerts: _alerts, or, ...term }, n) => ({
      ...term,
      or: found[n]!.size > 0 ? { ...or, id: [...found[n]!.keys()] } : or,
    }));
    return { words, linesOf: (rows) => rows.flatMap((row) => lineOf(row, terms, found)) };
  }

  private findInAlerts({ alerts, not }: SearchTerm, person: string): Promise<FoundLines> {
    // while they are built for the first time, groups are found by their own text
    if (!alerts || !this.parts.views.isReady('alertTexts')) return Promise.resolve(noLines);
    const { ordinal } = this.parts.views.projector.position;
    if (ordinal !== this.foundAt || this.found.size >= searchesKept) this.found.clear();
    this.foundAt = ordinal;
    const name = JSON.stringify([alerts, not]);
    const atMost = not ? alertGroupLimits.alertSearch.leftOut : alertGroupLimits.alertSearch.groups;
    const finding =
      this.found.get(name) ?? ('text' in alerts ? this.findText(alerts.text) : this.findPattern({ ...alerts, atMost }, person));
    this.found.set(name, finding);
    // what failed is asked again
    finding.catch(() => this.found.get(name) === finding && this.found.delete(name));
    return finding;
  }

  /** The newest groups with an alert that has the text. */
  private async findText(text: string): Promise<FoundLines> {
    const lines = new Map<string, string>();
    let before: string | undefined;
    for (let pages = 0; pages < alertGroupLimits.alertSearch.pages && lines.size < alertGroupLimits.alertSearch.groups; pages += 1) {
      const { rows, next } = await this.viewReader.list('alertTexts', {
        words: [{ text }],
        sort: 'groupId',
        descending: true,
        limit: limits.pageSizeMax,
        // the next page begins with another group: one storm has hundreds of rows
        ...(before === undefined ? {} : { range: { column: 'groupId', to: before } }),
      });
      for (const { row } of rows) {
        const line = row.text.split('\n').find((one) => one.toLowerCase().includes(text)) ?? '';
        // a label says it more shortly than a summary
        if (!lines.has(row.groupId) || (line.includes('=') && !lines.get(row.groupId)!.includes('='))) lines.set(row.groupId, line);
      }
      if (next === null) break;
      before = rows.at(-1)!.row.groupId;
    }
    return lines;
  }

  private async findPattern(wanted: WantedLabels, person: string): Promise<FoundLines> {
    const problem = patternProblemOf({ label: wanted.label, operator: '=~', value: foldPattern(wanted.pattern) });
    if (problem !== null) throw invalidQuery('q', `“${wanted.pattern}” is not a valid pattern: ${problem}`);
    const { bytes } = await this.computations.compute(person, { job: 'labelMatches', input: wanted });
    return new Map((JSON.parse(new TextDecoder().decode(bytes)) as readonly LabelMatch[]).map(({ groupId, text }) => [groupId, text]));
  }
}

const noLines: FoundLines = new Map();

/** The line for the first term that the group’s own text does not have. */
const lineOf = (
  row: AlertGroupRow,
  terms: readonly SearchTerm[],
  found: readonly FoundLines[],
): readonly { id: string; text: string }[] => {
  const own = alertGroupText(row);
  const at = terms.findIndex(({ text, or, not }, n) => !not && !own.includes(text) && found[n]!.has(row.id) && !isByService(row, or));
  return at < 0 ? [] : [{ id: row.id, text: found[at]!.get(row.id)! }];
};

const isByService = ({ serviceId }: AlertGroupRow, { serviceId: named = [] }: SearchTerm['or']): boolean => named.includes(serviceId);
