import { Body, Controller, Get, HttpCode, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { rebuildRequest, type RebuildAccepted, type RebuildShown } from '@tocsin/contracts/http.js';
import { domain } from '@tocsin/domain/registry.js';
import type { ServerParts } from '../core/server-parts.js';
import { Uses } from '../core/injection.js';
import { HttpProblem, parseOrThrow } from '../problems/problem.js';
import { OperatorToken } from './operator-token.js';
import { RebuildStopped } from '../projector/rebuild.js';

const dependencies = ['troubles', 'views'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

/** The route that `tocsin rebuild` calls on a running server. */
@Controller('api/rebuild')
export class RebuildController {
  constructor(
    @Uses(dependencies) private readonly parts: Dependencies,
    private readonly token: OperatorToken,
  ) {}

  /** Starts a rebuild of these views, or of all, and returns at once. */
  @Post()
  @HttpCode(202)
  begin(@Req() request: FastifyRequest, @Body() body: unknown): RebuildAccepted {
    this.token.require(request);
    const { parts } = this;
    const { views: names = domain.views.map(({ name }) => name) } = parseOrThrow(rebuildRequest, body);
    const unknown = names.find((name) => !domain.views.some((view) => view.name === name));
    if (unknown !== undefined) throw new HttpProblem('request.unknown_view', { view: unknown });
    if (parts.views.rebuilds.current) throw new HttpProblem('rebuild.running');
    if (!parts.views.isStarted) throw new HttpProblem('store.starting', {}, undefined, 2);
    parts.views.rebuildInParallel(names).catch((error: unknown) => {
      if (!(error instanceof RebuildStopped)) parts.troubles.note('rebuild', error);
    });
    return { views: names };
  }

  @Get()
  getRebuild(@Req() request: FastifyRequest): RebuildShown {
    this.token.require(request);
    const { current: running, last } = this.parts.views.rebuilds;
    return { running, last };
  }
}
