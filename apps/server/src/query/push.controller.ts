import { Controller, Get } from '@nestjs/common';
import type { PushShown } from '@tocsin/contracts/http.js';
import type { ServerParts } from '../core/server-parts.js';
import { Uses } from '../core/injection.js';
import { pushKeysOf } from '../secrets/push-keys.js';

const dependencies = ['vault'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

@Controller('api/push')
export class PushController {
  constructor(@Uses(dependencies) private readonly parts: Dependencies) {}

  /** Public key for subscribing to push. */
  @Get()
  getPushKey(): PushShown {
    return { publicKey: pushKeysOf(this.parts.vault).publicKey };
  }
}
