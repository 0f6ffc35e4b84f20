import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import type { Room } from '../core/room.js';
import type { ServerParts } from '../core/server-parts.js';
import { SessionGuard } from './caller.js';
import { ProblemFilter } from './problem.filter.js';
import { RateGuard } from './rate.guard.js';
import { RateLimits } from './rate-limits.js';
import { RefusedRequests } from './refused-requests.js';

/** `rates`: those of senders and of people are counted in one place. */
export const httpRoom = ({ troubles }: Pick<ServerParts, 'troubles'>, rates: RateLimits): Room => ({
  providers: [
    RefusedRequests,
    {
      provide: APP_FILTER,
      useFactory: (refused: RefusedRequests) => new ProblemFilter(troubles, refused, rates),
      inject: [RefusedRequests],
    },
    { provide: APP_GUARD, useClass: SessionGuard },
    { provide: APP_GUARD, useClass: RateGuard },
    { provide: RateLimits, useValue: rates },
  ],
});
