import type { FastifyReply } from 'fastify';
import * as drillLimits from '@tocsin/contracts/drills/limits.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import type { Computations } from '../query/computations/computations.js';
import type { ServerParts } from '../core/server-parts.js';
import type { Caller } from '../http/caller.js';
import type { CoverageCalculator } from './coverage-calculator.js';
import { DrillsController } from './drills.controller.js';

const serviceId = '019bb4a0-0000-7000-8000-000000000000';
const parts = partOf<ServerParts>({ clock: { now: () => '2026-11-25T10:00:00.000Z' }, reads: { services: new Map() } });
const controller = new DrillsController(parts, partOf<CoverageCalculator>({}), partOf<Computations>({}));
const refusal = (body: object): Promise<unknown> =>
  controller
    .drill({ serviceId, at: '2026-11-29T03:00:00.000Z', ...body }, partOf<Caller>({}), partOf<FastifyReply>({}))
    .catch((error: unknown) => error);

describe('what a drill is asked', () => {
  it('is refused when it is too far ahead for a calendar', async () => {
    for (const at of ['2036-11-26T10:00:00.000Z', '9999-12-31T23:59:59.999Z'])
      expect(await refusal({ at })).toMatchObject({
        code: 'request.invalid',
        errors: [{ path: 'at', message: 'Must be at most ten years ahead.' }],
      });
    expect(await refusal({ at: '2036-11-24T10:00:00.000Z' })).toMatchObject({ code: 'service.not_found' });
  });

  it('has a limited number of labels', async () => {
    const labels = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`l${n}`, 'x']));
    expect(await refusal({ labels: labels(drillLimits.drill.labels + 1) })).toMatchObject({
      errors: [{ path: 'labels', message: 'At most 64 labels.' }],
    });
    expect(await refusal({ labels: labels(drillLimits.drill.labels) })).toMatchObject({ code: 'service.not_found' });
  });
});
