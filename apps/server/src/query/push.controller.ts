import { Controller, Get } from '@nestjs/common';
import type { PushShown } from '@tocsin/contracts/http.js';
import type { ServerParts } from '../core/server-parts.js';
import { Uses } from '../core/uses.js';
import { pushKeysOf } from '../secrets/push-keys.js';

const needs = ['vault'] as const;
type Needs = Pick<ServerParts, (typeof needs)[number]>;

@Controller('api/push')
export class PushController {
  constructor(@Uses(needs) private readonly parts: Needs) {}

  /** What a browser needs for subscribing. */
  @Get()
  shown(): PushShown {
    return { publicKey: pushKeysOf(this.parts.vault).publicKey };
  }
}
