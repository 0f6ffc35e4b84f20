import { Controller, Get, Param } from '@nestjs/common';
import type { IntegrationKeysShown } from '@tocsin/contracts/http.js';
import { hasEnded } from '@tocsin/domain/setup/integrations/shared/rescued-keys.js';
import { keyIdOf } from '../secrets/hashes.js';
import type { ServerParts } from '../core/server-parts.js';
import { Uses } from '../core/injection.js';
import { HttpProblem } from '../problems/problem.js';

const dependencies = ['clock', 'reads', 'refusedSignals', 'side', 'vault'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

@Controller('api/integrations')
export class IntegrationsController {
  constructor(@Uses(dependencies) private readonly parts: Dependencies) {}

  /** Data that is in the side store, not in a row. */
  @Get(':id/keys')
  keys(@Param('id') id: string): IntegrationKeysShown {
    const { parts } = this;
    const { reads, side } = parts;
    const integration = reads.integrations.get(id);
    if (!integration) throw new HttpProblem('integration.not_found');
    const now = parts.clock.now();
    const live = integration.keys.filter((key) => !hasEnded(key, integration, now, (one) => side.lastUses.of(one) !== undefined));
    const over = integration.keys.flatMap(({ keyHash, since, endsAt }) =>
      endsAt !== undefined && !live.some((key) => key.keyHash === keyHash) ? [{ keyHash, since, until: endsAt }] : [],
    );
    return {
      keys: live.map(({ keyHash, since }) => ({
        keyId: keyIdOf(parts, keyHash),
        since,
        lastUsedAt: side.lastUses.of(keyHash) ?? null,
      })),
      ended: [...integration.endedKeys, ...over].map(({ keyHash, ...key }) => ({
        ...key,
        keyId: keyIdOf(parts, keyHash),
        refused: side.refusedUses.of(keyHash) ?? null,
      })),
      lastRefused: parts.refusedSignals.of(id),
      refusedLately: [...parts.refusedSignals.listOf(id)],
    };
  }
}
