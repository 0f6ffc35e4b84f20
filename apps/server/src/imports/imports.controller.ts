import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query, type OnApplicationBootstrap } from '@nestjs/common';
import { z } from 'zod';
import type { ImportTableAnswer, ImportShown } from '@tocsin/contracts/imports/imports.js';
import { whoMayEverywhere } from '@tocsin/contracts/who-may.js';
import { readMap, type ImportMap } from '@tocsin/domain/observers/imports/row.js';
import { hasOrganisationPermission } from '@tocsin/domain/rules/permissions.js';
import { RequestWithCaller, type Caller } from '../http/caller.js';
import { HttpProblem, parseOrThrow } from '../problems/problem.js';
import { ImportRunner } from './import-runner.js';
import { Upload } from './upload.js';

const importQuery = z.object({ map: z.string().max(2_000).optional(), name: z.string().trim().min(1).max(80).default('Imported history') });

const mapOf = (text: string): ImportMap => {
  const read = readMap(text);
  if ('map' in read) return read.map;
  const message = `Unknown field in “${read.wrong}”. Use field=column, for example openedAt=Created.`;
  throw new HttpProblem('request.invalid', {}, [{ path: 'map', code: 'custom', message }]);
};

const pairs = (names: ReadonlyMap<string, { readonly name: string }>): ImportTableAnswer['services'] =>
  [...names].map(([id, { name }]) => ({ id, name }));

/** An import belongs to no team, so a team’s token can’t manage one. */
const requireAll = (caller: Caller): void => {
  if (!hasOrganisationPermission(caller, 'import.manage'))
    throw new HttpProblem('permission.denied', { who: whoMayEverywhere('import.manage', 'a token of the organisation') });
};

/** Alerts from other systems. Each table becomes a separate log, which reports and backtests read. */
@Controller('api/imports')
export class ImportsController implements OnApplicationBootstrap {
  constructor(private readonly keeper: ImportRunner) {}

  onApplicationBootstrap(): void {
    this.keeper.resume();
  }

  @Get()
  list(): { readonly rows: readonly ImportShown[] } {
    return { rows: this.keeper.rows() };
  }

  @Get(':id')
  async one(@Param('id') id: string): Promise<ImportTableAnswer> {
    const row = this.keeper.row(id);
    if (!row) throw new HttpProblem('request.not_found');
    const { policy: newest, services, people } = await this.keeper.readNames(id);
    // a table has one policy; the history has all of today’s
    const policy = row.isHistory ? null : newest;
    const ids = { teamId: policy?.teamId ?? null, policyId: policy?.policyId ?? null };
    return { ...row, ...ids, policy, services: pairs(services), people: pairs(people) };
  }

  @Post()
  @HttpCode(202)
  async start(@Body() body: unknown, @Query() query: unknown, @RequestWithCaller() caller: Caller): Promise<ImportShown> {
    requireAll(caller);
    if (!(body instanceof Upload)) throw new HttpProblem('request.unsupported_media_type');
    const { map, name } = parseOrThrow(importQuery, query);
    return this.keeper.start(body, { by: caller.actor.id, name, map: map === undefined ? null : mapOf(map) });
  }

  @Delete(':id')
  @HttpCode(204)
  async remove(@Param('id') id: string, @RequestWithCaller() caller: Caller): Promise<void> {
    requireAll(caller);
    this.importOf(id);
    await this.keeper.remove(id);
  }

  private importOf(id: string): ImportShown {
    const row = this.keeper.store.get(id);
    if (!row) throw new HttpProblem('request.not_found');
    return row;
  }
}
