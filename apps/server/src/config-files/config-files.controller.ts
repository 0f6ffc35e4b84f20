import { randomUUID } from 'node:crypto';
import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { z } from 'zod';
import { configJsonSchema } from '@tocsin/contracts/config-files/format.js';
import type { ConfigApplyAnswer, ConfigDrift, ConfigFiles, ConfigPlan } from '@tocsin/contracts/config-files/plan.js';
import { driftIn } from '@tocsin/domain/observers/config-plans/drift.js';
import { Uses } from '../core/injection.js';
import type { ServerParts } from '../core/server-parts.js';
import { RequestWithCaller, type Caller } from '../http/caller.js';
import { HttpProblem, parseOrThrow } from '../problems/problem.js';
import { hashesOfConnections } from '../secrets/secret-hashes.js';
import { ConfigApplier } from './config-applier.js';
import { ConfigPlanner } from './config-planner.js';
import { FilesBody } from './files-body.js';

const exportQuery = z.object({ team: z.string().max(80).optional() });

const filesOf = (body: unknown): FilesBody => {
  if (body instanceof FilesBody) return body;
  throw new HttpProblem('request.unsupported_media_type');
};

/** Whoever plans may do everything in the plan: what their own rights lack is said when it is applied. */
const planner = { kind: 'person', id: 'plan', roles: ['owner'] } as const;

/** Configuration as files: what they would change, changing it, and the configuration as files. */
@Controller('api/config')
export class ConfigFilesController {
  constructor(
    @Uses(['reads', 'vault']) private readonly parts: Pick<ServerParts, 'reads' | 'vault'>,
    private readonly plans: ConfigPlanner,
    private readonly applier: ConfigApplier,
  ) {}

  @Post('plan')
  @HttpCode(200)
  async plan(@Body() body: unknown, @RequestWithCaller() caller: Caller): Promise<ConfigPlan> {
    const { plan } = await this.plans.plan(filesOf(body), {
      purpose: 'plan',
      planId: randomUUID(),
      actor: { ...planner, roles: [...planner.roles] },
      caller,
    });
    return plan;
  }

  @Post('apply')
  @HttpCode(202)
  async apply(@Body() body: unknown, @RequestWithCaller() caller: Caller): Promise<ConfigApplyAnswer> {
    return this.applier.apply(filesOf(body), caller);
  }

  @Get('export')
  export(@Query() query: unknown, @RequestWithCaller() caller: Caller): Promise<ConfigFiles> {
    return this.plans.export(parseOrThrow(exportQuery, query).team ?? null, caller);
  }

  @Get('drift')
  drift(): ConfigDrift {
    const { reads, vault } = this.parts;
    return { rows: [...driftIn(reads, { ofVariables: {}, ofConnections: hashesOfConnections(reads.connections, vault) })] };
  }

  @Get('schema')
  schema(): object {
    return configJsonSchema();
  }
}
