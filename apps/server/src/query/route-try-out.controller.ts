import { Body, Controller, Param, Post, Res } from '@nestjs/common';
import { duration } from '@tocsin/contracts/duration.js';
import { groupingTryOutRequest } from '@tocsin/contracts/grouping.js';
import { organisationRouter } from '@tocsin/contracts/route-rules/noun.js';
import { routeTryOutRequest } from '@tocsin/contracts/route-rules/try-out.js';
import { addMillis } from '@tocsin/kernel/time.js';
import type { FastifyReply } from 'fastify';
import { Uses } from '../core/injection.js';
import type { ServerParts } from '../core/server-parts.js';
import { RequestWithCaller, type Caller } from '../http/caller.js';
import { HttpProblem, parseOrThrow } from '../problems/problem.js';
import { Computations } from './computations/computations.js';
import type { JobInputs } from './computations/jobs.js';
import { leftSignal, personOf, sendComputed } from './computations/sent-answer.js';
import { alertsOfDays, recentAlertsOf, recentAlertsOfAll } from './recent-alerts.js';
import type { JobTask } from './computations/thread-messages.js';

const dependencies = ['clock', 'decode', 'feed', 'log', 'reads'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

type Tried = Pick<JobInputs['routeTryOut'], 'edited' | 'rules'>;

/** Where recent alerts would go by rules that are being edited. Writes nothing. */
@Controller('api')
export class RouteTryOutController {
  constructor(
    @Uses(dependencies) private readonly parts: Dependencies,
    private readonly computations: Computations,
  ) {}

  @Post('routes/try')
  async tryOrganisation(@Body() body: unknown, @RequestWithCaller() caller: Caller, @Res() reply: FastifyReply): Promise<void> {
    const { rules, days } = parseOrThrow(routeTryOutRequest, body);
    await this.answer({ edited: organisationRouter, rules }, days, caller, reply);
  }

  @Post('integrations/:id/routes/try')
  async try(
    @Param('id') integrationId: string,
    @Body() body: unknown,
    @RequestWithCaller() caller: Caller,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { rules, days } = parseOrThrow(routeTryOutRequest, body);
    if (!this.parts.reads.integrations.get(integrationId)) throw new HttpProblem('integration.not_found');
    await this.answer({ edited: integrationId, rules }, days, caller, reply);
  }

  @Post('services/:id/grouping/try')
  async tryGrouping(
    @Param('id') serviceId: string,
    @Body() body: unknown,
    @RequestWithCaller() caller: Caller,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { grouping } = parseOrThrow(groupingTryOutRequest, body);
    if (!this.parts.reads.services.get(serviceId)) throw new HttpProblem('service.not_found');
    const left = leftSignal(reply);
    const task = async (): Promise<JobTask> => {
      const integrations = this.parts.reads.integrations.where('serviceId', serviceId).map(({ id }) => id);
      const recent = await recentAlertsOfAll(this.parts, integrations, left);
      return { job: 'groupingTryOut', input: { serviceId, grouping, ...recent } };
    };
    sendComputed(reply, await this.computations.compute(personOf(caller), task, left));
  }

  private async answer(tried: Tried, days: number | undefined, caller: Caller, reply: FastifyReply): Promise<void> {
    const left = leftSignal(reply);
    sendComputed(reply, await this.computations.compute(personOf(caller), () => this.task(tried, days, left), left));
  }

  /** What is tried, with the alerts that it is tried on. */
  private async task(tried: Tried, days: number | undefined, left: AbortSignal): Promise<JobTask> {
    const actor = tried.edited === organisationRouter ? undefined : tried.edited;
    const since = addMillis(this.parts.clock.now(), -(days ?? 0) * duration.day);
    const recent = await (days === undefined
      ? recentAlertsOf(this.parts, { actor, left })
      : alertsOfDays(this.parts, { actor, since, left }));
    return { job: 'routeTryOut', input: { ...tried, ...recent } };
  }
}
