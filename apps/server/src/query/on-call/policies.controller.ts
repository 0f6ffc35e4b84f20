import { Controller, Get, Param, Query } from '@nestjs/common';
import type { PolicyPeopleAnswer } from '@tocsin/contracts/schedule-answers.js';
import { resolveTarget } from '@tocsin/domain/alert-groups/paging/targets.js';
import { laterOf } from '@tocsin/kernel/time.js';
import type { ServerParts } from '../../core/server-parts.js';
import { Uses } from '../../core/injection.js';
import { HttpProblem } from '../../problems/problem.js';
import { namesOf } from './names-of.js';
import { momentIn } from './ranges.js';

const dependencies = ['clock', 'reads'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

@Controller('api/policies')
export class PoliciesController {
  constructor(@Uses(dependencies) private readonly parts: Dependencies) {}

  /** The people that each step would page if it were due at a moment: the lookup of a real step, without writing anything. */
  @Get(':id/people')
  people(@Param('id') policyId: string, @Query() query: unknown): PolicyPeopleAnswer {
    const { reads, clock } = this.parts;
    const policy = reads.policies.get(policyId);
    if (!policy || policy.removed) throw new HttpProblem('policy.not_found');
    const at = laterOf(momentIn(query, clock.now()), clock.now());
    const steps = policy.steps.map(({ targets }, n) => ({
      step: n + 1,
      targets: targets.map((target) => ({ target, people: [...resolveTarget(target, reads, at)] })),
    }));
    const ids = steps.flatMap(({ targets }) => targets.flatMap(({ people }) => people.map(({ personId }) => personId)));
    return { policyId, version: policy.version, at, steps, names: namesOf(reads, ids) };
  }
}
