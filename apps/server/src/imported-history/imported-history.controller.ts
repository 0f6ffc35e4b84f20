import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { redactedAlert } from '@tocsin/contracts/imported-history/answers.js';
import type { ImportedAlerts, ImportedAlertShown, ImportedHistory, RescuesOfPerson } from '@tocsin/contracts/imported-history/answers.js';
import type { PersonReference } from '@tocsin/contracts/imported-history/events.js';
import * as historyLimits from '@tocsin/contracts/imported-history/limits.js';
import { readablePersonal } from '@tocsin/contracts/ids.js';
import { whoMayEverywhere } from '@tocsin/contracts/who-may.js';
import { hasOrganisationPermission } from '@tocsin/domain/rules/permissions.js';
import { Uses } from '../core/injection.js';
import type { ServerParts } from '../core/server-parts.js';
import { RequestWithCaller, type Caller } from '../http/caller.js';
import { OperatorToken } from '../operate/operator-token.js';
import { HttpProblem, parseOrThrow } from '../problems/problem.js';
import { HistoryKeeper } from './history-keeper.js';
import type { FoundAlerts, ListedAlert } from './alert-list.js';

const dependencies = ['reads'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

const text = z.string().max(historyLimits.searchCharacters).optional();
const alertQuery = z.object({ serviceId: text, title: text, text });

const requireAll = (caller: Caller): void => {
  if (!hasOrganisationPermission(caller, 'import.manage'))
    throw new HttpProblem('permission.denied', { who: whoMayEverywhere('import.manage', 'a token of the organisation') });
};

const importRuns = (): HttpProblem => new HttpProblem('conflict.one_at_a_time', { what: 'An import' }, undefined, 5);

const reference = /\{(person|former):([0-9a-f-]{36})\}/g;

/** What was imported of other systems, always marked as theirs. */
@Controller('api')
export class ImportedHistoryController {
  constructor(
    @Uses(dependencies) private readonly parts: Dependencies,
    private readonly keeper: HistoryKeeper,
    private readonly token: OperatorToken,
  ) {}

  @Get('imported-history')
  history(): ImportedHistory {
    return this.keeper.shown();
  }

  @Get('imported-history/alerts')
  async alerts(@Query() query: unknown): Promise<ImportedAlerts> {
    const { alerts, former } = await this.keeper.find(parseOrThrow(alertQuery, query));
    const shown = alerts.slice(0, historyLimits.importedAlertsShown);
    return { rows: shown.map((one) => this.toShown(one, former)), more: alerts.length > shown.length };
  }

  @Get('imported-history/people/:id')
  async rescues(@Param('id') id: string, @RequestWithCaller() caller: Caller): Promise<RescuesOfPerson> {
    requireAll(caller);
    return { folders: await this.keeper.rescuesOf(id) };
  }

  @Post('imported-history/build')
  @HttpCode(202)
  build(@RequestWithCaller() caller: Caller): ImportedHistory {
    requireAll(caller);
    if (!this.keeper.exists) throw new HttpProblem('request.not_found');
    this.keeper.begin();
    return this.keeper.shown();
  }

  /** `tocsin import-history` has written something. */
  @Post('store/imported-history')
  @HttpCode(202)
  async written(@Req() request: FastifyRequest): Promise<ImportedHistory> {
    this.token.require(request);
    await this.keeper.changed();
    return this.keeper.shown();
  }

  @Delete('imported-history')
  @HttpCode(204)
  async remove(@RequestWithCaller() caller: Caller): Promise<void> {
    requireAll(caller);
    if (!this.keeper.exists) throw new HttpProblem('request.not_found');
    if (!(await this.keeper.remove())) throw importRuns();
  }

  @Post('imported-history/redact')
  @HttpCode(204)
  async redact(@Body() body: unknown, @RequestWithCaller() caller: Caller): Promise<void> {
    if (!hasOrganisationPermission(caller, 'person.erase'))
      throw new HttpProblem('permission.denied', { who: whoMayEverywhere('person.erase', 'a person') });
    const redacted = await this.keeper.redact({ ...parseOrThrow(redactedAlert, body), by: caller.actor.id });
    if (redacted === 'unknown') throw new HttpProblem('request.not_found');
    if (redacted === 'busy') throw importRuns();
  }

  private toShown({ alert, serviceId }: ListedAlert, former: FoundAlerts['former']): ImportedAlertShown {
    const { id, system, title, openedAt, acknowledgedAt, acknowledgedBy, resolvedAt, serviceName, note, noteBy } = alert;
    const times = { openedAt, acknowledgedAt, resolvedAt };
    const people = { acknowledgedBy: this.somebody(acknowledgedBy, former), noteBy: this.somebody(noteBy, former) };
    const withNames = (words: string): string =>
      words.replaceAll(reference, (_, kind: string, of: string) => this.nameOf(kind, of, former));
    return {
      id,
      system,
      title: withNames(title),
      ...times,
      serviceId,
      serviceName: withNames(serviceName),
      note: withNames(note),
      ...people,
    };
  }

  private somebody(who: PersonReference | null, former: FoundAlerts['former']): ImportedAlertShown['noteBy'] {
    return who && { personId: who.kind === 'person' ? who.id : null, name: this.nameOf(who.kind, who.id, former) };
  }

  /** Names join at the edge: who was erased has none. */
  private nameOf(kind: string, id: string, former: FoundAlerts['former']): string {
    if (kind === 'former') return former.get(id) || 'a former person';
    return readablePersonal(this.parts.reads.people.get(id)?.name) || 'someone';
  }
}
