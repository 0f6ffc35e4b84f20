import { Controller, Get } from '@nestjs/common';
import type { PushShown } from '@tocsin/contracts/http.js';
import { Core } from '../core/core.js';
import { pushKeysOf } from '../secrets/push-keys.js';

@Controller('api/push')
export class PushController {
  constructor(private readonly core: Core) {}

  /** What a browser subscribes with. */
  @Get()
  shown(): PushShown {
    return { publicKey: pushKeysOf(this.core.vault).publicKey };
  }
}
