import { Controller, Get } from '@nestjs/common';
import { duration } from '@tocsin/contracts/duration.js';
import * as tokenLimits from '@tocsin/contracts/tokens/limits.js';
import type { TokenUses } from '@tocsin/contracts/tokens/noun.js';
import { addMillis, dayOf } from '@tocsin/kernel/time.js';
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

  /** Uses are in the side store, so no view has them. */
  @Get('last-uses')
  lastUses(@RequestWithCaller() caller: Caller): TokenUses {
    const { clock, side } = this.parts;
    const answer: TokenUses = { uses: {}, reads: {} };
    const since = dayOf(addMillis(clock.now(), (1 - tokenLimits.readDays) * duration.day));
    for (const token of this.parts.reads.tokens.all()) {
      const at = canReadToken(token, caller) ? lastUseOf(this.parts, token) : undefined;
      if (at === undefined) continue;
      answer.uses[token.id] = at;
      const reads = side.toolUses.since(token.id, since);
      if (reads.length > 0) answer.reads[token.id] = reads.map(({ tool, day, times }) => ({ tool, day, times }));
    }
    return answer;
  }
}
