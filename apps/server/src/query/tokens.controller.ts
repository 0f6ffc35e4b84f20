import { Controller, Get } from '@nestjs/common';
import type { TokenUses } from '@tocsin/contracts/tokens/noun.js';
import type { ServerParts } from '../core/server-parts.js';
import { Uses } from '../core/injection.js';
import { lastUseOf } from '../http/token.js';
import { RequestWithCaller, type Caller } from '../http/caller.js';
import { canReadToken } from './row-visibility.js';

const dependencies = ['clock', 'reads', 'side', 'vault'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

@Controller('api/tokens')
export class TokensController {
  constructor(@Uses(dependencies) private readonly parts: Dependencies) {}

  /** The last use is in the side store, so no view has it. */
  @Get('last-uses')
  lastUses(@RequestWithCaller() caller: Caller): TokenUses {
    const uses: Record<string, string> = {};
    for (const token of this.parts.reads.tokens.all()) {
      const at = canReadToken(token, caller) ? lastUseOf(this.parts, token) : undefined;
      if (at !== undefined) uses[token.id] = at;
    }
    return { uses };
  }
}
