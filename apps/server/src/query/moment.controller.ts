import { Controller, Get, Query } from '@nestjs/common';
import type { MomentAnswer } from '@tocsin/contracts/http.js';
import { Uses } from '../core/injection.js';
import type { ServerParts } from '../core/server-parts.js';
import { parseMoment, type Params } from './list-query.js';

const dependencies = ['moments'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

/** What the time cursor stands on: views are then asked by its ordinal. */
@Controller('api/moment')
export class MomentController {
  constructor(@Uses(dependencies) private readonly parts: Dependencies) {}

  @Get()
  moment(@Query() { at }: Params): Promise<MomentAnswer> {
    return this.parts.moments.pin(parseMoment(at));
  }
}
